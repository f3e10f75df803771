//! A download as a file.

use std::{
    io,
    path::{Path, PathBuf},
};

use bytes::Bytes;

use super::Download;
use crate::core::{Error, ErrorKind, partial::Partial, unblock::unblock};

impl Download {
    /// Saves everything that is left as the file at `path`; returns its size in
    /// bytes.
    ///
    /// The file is there when it is complete, or not at all: until then, its
    /// content is in a temporary file in the same folder, and a file that is
    /// there already stays as it was. Only its owner can read a new file; one
    /// that is replaced passes on its permissions.
    ///
    /// ```no_run
    /// # async fn run(download: api_runtime::Download) -> Result<(), api_runtime::Error> {
    /// let size = download.on_progress(|bytes, size| println!("{bytes} of {size:?}")).save("logs.zip").await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// See [`Download::chunk`]; also if the file can't be written.
    pub async fn save(mut self, path: impl AsRef<Path>) -> Result<u64, Error> {
        let path = path.as_ref().to_owned();
        let failed = {
            let (operation, path) = (self.operation, path.clone());
            move |error| Error::new(operation, ErrorKind::File { path: path.clone(), error })
        };
        let mut file = create(path).await.map_err(&failed)?;
        let mut size = 0;
        while let Some(chunk) = self.chunk().await? {
            size += chunk.len() as u64;
            file = write(file, chunk).await.map_err(&failed)?;
        }
        finish(file).await.map_err(failed)?;
        Ok(size)
    }

    /// Saves a download of a blocking client: see [`Download::save`].
    ///
    /// # Errors
    /// See [`Download::save`]; also if the client isn't blocking.
    #[cfg(feature = "blocking")]
    pub fn blocking_save(self, path: impl AsRef<Path>) -> Result<u64, Error> {
        match self.driver.clone() {
            Some(driver) => driver.wait(self.save(path)),
            None => {
                Err(self
                    .error(ErrorKind::File { path: path.as_ref().to_owned(), error: super::not_blocking() }))
            }
        }
    }
}

async fn create(path: PathBuf) -> io::Result<Partial> {
    unblock(move || Partial::new(&path)).await?
}

async fn write(mut file: Partial, chunk: Bytes) -> io::Result<Partial> {
    unblock(move || file.write(&chunk).map(|()| file)).await?
}

async fn finish(file: Partial) -> io::Result<()> {
    unblock(move || file.finish()).await?
}
