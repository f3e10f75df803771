// What the script adds to a page, which is complete without it.

/** Creates an element; attributes that are functions become event listeners. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const isModified = (event) => event.altKey || event.ctrlKey || event.metaKey;

/** Announces changes to screen readers. */
const status = make("p", { role: "status", class: "unseen" });
document.body.append(status);

// For the keyboard: past the table of contents.
document.body.prepend(make("a", { class: "skip", href: "#mdbook-content" }, "Skip to the content"));
// Without this, the Tab key begins in the middle of the page in Chromium 148.
addEventListener("load", () => {
  if (location.hash || document.activeElement !== document.body) return;
  document.body.tabIndex = -1;
  document.body.focus({ preventScroll: true });
  document.body.removeAttribute("tabindex");
});

// mdBook's menu bar is not a landmark, and the keyboard can't reach its label for the sidebar.
const bar = document.getElementById("mdbook-menu-bar");
bar.role = "banner";
(() => {
  const label = document.getElementById("mdbook-sidebar-toggle");
  const box = document.getElementById("mdbook-sidebar-toggle-anchor");
  if (!label || !box) return;
  const button = make("button", { type: "button", click: toggle }, ...label.childNodes);
  for (const { name, value } of label.attributes) if (name !== "for") button.setAttribute(name, value);
  box.addEventListener("change", () => button.setAttribute("aria-expanded", box.checked));
  label.replaceWith(button);

  function toggle() {
    label.dispatchEvent(new Event("click")); // mdBook listens to it
    box.click();
  }
})();

// Operations were sections of their group's page: old links go on to the operation's page.
function follow() {
  const row = document.getElementById(location.hash.slice(1));
  const link = row?.matches("td > a:not([href])") && row.parentElement.querySelector("a[href]");
  if (link) location.replace(link.href);
}
addEventListener("hashchange", follow);
follow();

// Long names break before capitals and after punctuation, not within words. Short ones don't: half a value reads as a value.
function breakable(names) {
  for (const name of names) {
    if (name.matches("code") && name.textContent.length <= 20) {
      name.classList.add("whole");
      continue;
    }
    const parts = name.firstElementChild ? [] : name.textContent.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\S[_/,=:[({])(?=[\p{L}"])/u);
    if (parts.length > 1) name.replaceChildren(...parts.flatMap((part) => [make("wbr"), part]).slice(1));
  }
}
breakable(document.querySelectorAll("main :is(h1, h1 a, td, td a, :is(td, p) code, li a), .chapter-link-wrapper a"));

// On a phone the rows of a table become blocks; the style sheet labels their cells with this.
for (const table of document.querySelectorAll("main table")) {
  const headings = [...table.querySelectorAll("th")].map((cell) => cell.textContent);
  for (const row of table.tBodies[0]?.rows ?? []) {
    [...row.cells].forEach((cell, column) => (cell.dataset.label = headings[column]));
  }
}

// Blocks that scroll sideways can be scrolled with the keyboard.
for (const box of document.querySelectorAll("main pre > code, main .table-wrapper")) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
}

// Examples become tabs; all pages remember the choice.
const KEY = "book-example";
const groups = [...document.querySelectorAll("div.examples")].map(tabs);
let choice = null;
try {
  choice = localStorage.getItem(KEY);
} catch {} // no storage: the first tab
if (choice) groups.forEach((select) => select(choice));

/** Turns paragraphs that are only bold into tabs; returns a function that selects one by its label. */
function tabs(box, number) {
  const list = make("div", { role: "tablist", "aria-label": "Examples", keydown: move });
  const panels = [];
  for (const block of [...box.children]) {
    if (block.matches("p") && block.textContent === block.querySelector("strong")?.textContent) {
      const id = `${number}-${panels.length}`;
      const choose = ({ currentTarget }) => remember(currentTarget);
      list.append(make("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, click: choose }, block.textContent));
      panels.push(make("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` }));
      block.remove();
    } else {
      panels.at(-1).append(block);
    }
  }
  box.prepend(list, ...panels);
  const select = (label) => {
    const at = [...list.children].findIndex((tab) => tab.textContent === label);
    if (at < 0) return;
    panels.forEach((panel, index) => {
      panel.hidden = index !== at;
      list.children[index].setAttribute("aria-selected", index === at);
      list.children[index].tabIndex = index === at ? 0 : -1;
    });
  };
  select(list.firstChild.textContent);
  return select;
}

function remember(tab) {
  const before = tab.getBoundingClientRect().top;
  groups.forEach((select) => select(tab.textContent));
  scrollBy(0, tab.getBoundingClientRect().top - before); // those above may be longer now
  try {
    localStorage.setItem(KEY, tab.textContent);
  } catch {} // no storage: for this page only
}

function move(event) {
  const tabs = [...event.currentTarget.children];
  const at = tabs.indexOf(document.activeElement);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
  if (to === undefined || isModified(event)) return;
  event.preventDefault();
  event.stopPropagation(); // mdBook turns the page
  const tab = tabs.at(to % tabs.length);
  tab.focus();
  remember(tab);
}

// Copy buttons for paths.
const codes = [...document.querySelectorAll("div.address code")];
for (const path of codes.filter((code) => code.textContent.startsWith("/"))) {
  const button = make("button", { type: "button", class: "copy", "aria-label": `Copy ${path.textContent}`, click: copy });
  path.after(button);

  async function copy() {
    try {
      await navigator.clipboard.writeText(path.textContent);
    } catch {
      getSelection().selectAllChildren(path);
      document.execCommand("copy"); // where there is no clipboard: plain HTTP
    }
    button.classList.add("done");
    status.textContent = "Copied";
    setTimeout(() => {
      button.classList.remove("done");
      status.textContent = ""; // or nothing is announced next time
    }, 1500);
  }
}

// Tables that can be filtered by words of a row and of the columns that it has a mark in.
for (const box of document.querySelectorAll("div.filter")) {
  const rows = [...box.querySelectorAll("tbody tr")];
  const texts = rows.map((row) => {
    const marked = [...row.cells].filter((cell) => cell.textContent.trim());
    const text = marked.map((cell) => `${cell.textContent} ${cell.dataset.label}`).join(" ");
    // `AddUser` and `add_user` have two words: each begins with a mark.
    return text.replace(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu, "\0$&").toLowerCase();
  });
  const count = make("span", { role: "status" });
  const field = make("input", { type: "search", input: filter, placeholder: "Words or column names" });
  box.prepend(make("p", { class: "filter-field" }, make("label", {}, "Filter ", field), " ", count));

  function filter() {
    const words = field.value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const starts = words.map((word) => new RegExp(`\0${[...word].join("[\0_]*")}`, "u"));
    rows.forEach((row, at) => (row.hidden = !starts.every((start) => start.test(texts[at]))));
    count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows`;
  }
}
