//! A program that depends on two crates which overlays made.

use office_server_api::{AdminAuth, AdminGetUserProfile, AdminSearchUsers, SearchClause};
use partner_portal_api::{ReportInvoices, TokenAuth};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).ok_or("an address")?;
    let server = office_server_api::BlockingClient::new(&url, AdminAuth::password("admin", "pa55"))?;
    let profile = server.send(AdminGetUserProfile::new("alice").fields(["Emails"]))?;
    println!("{:?}", profile.emails);
    println!("{:?}", server.send(AdminSearchUsers::new(SearchClause::default()))?);
    let portal = partner_portal_api::BlockingClient::new(&url, TokenAuth::new("t0ken"))?;
    let invoices = portal.send(ReportInvoices::new(2024))?;
    println!("{:?}", invoices.iter().filter_map(|invoice| invoice.number.as_deref()).collect::<Vec<_>>());
    Ok(())
}
