// The search field in the menu bar: a combobox with a list of results.
const MOST = 30;
const button = make("button", { type: "button", class: "icon-button search-button", "aria-label": "Search", click: open });
const field = make("input", {
  type: "search", placeholder: "Search /", "aria-label": "Search", "aria-keyshortcuts": "/ s", autocomplete: "off", spellcheck: "false",
  role: "combobox", "aria-expanded": "false", "aria-controls": "search-results", "aria-autocomplete": "list",
  input: find, keydown: key, focus: find,
});
const note = make("p", { role: "status" });
const list = make("div", { role: "listbox", id: "search-results", "aria-label": "Results" });
const popup = make("div", { class: "search-popup", hidden: "", mousedown: (event) => event.preventDefault() }, note, list);
const box = make("div", { class: "search", role: "search", focusout: left, click: followed }, button, field, popup);
bar.querySelector(".right-buttons").before(box);
let active = -1;

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, select, textarea, [contenteditable]");
  if (isTyping || isModified(event) || !["/", "s"].includes(event.key)) return;
  event.preventDefault();
  open();
});
function open() {
  box.classList.add("open"); // first, or there is nothing to focus on a phone
  field.focus({ preventScroll: true });
  field.select();
}

function hide() {
  popup.hidden = true;
  delete popup.dataset.query;
  fill();
}

function close() {
  hide();
  box.classList.remove("open");
}

/** Keeps the query in the address, for bookmarks and for the way back. */
function address() {
  const url = new URL(location);
  if (field.value.trim()) url.searchParams.set("q", field.value);
  else url.searchParams.delete("q");
  try {
    history.replaceState(history.state, "", url);
  } catch {} // not in a book that is opened as a file
}

let loading;
/** The index; its files are scripts, because a page opened as a file can read nothing else. */
function load() {
  loading ??= new Promise((done, fail) => {
    const [entries, words, lists] = [[], [], []];
    let missing = 0;
    const get = (path) => {
      missing += 1;
      const loaded = () => (missing -= 1) || done({ ...rank.index(entries, words), lists: lists.sort((one, other) => one.textContent.localeCompare(other.textContent)) });
      document.head.append(make("script", { src: path_to_root + path, load: loaded, error: fail }));
    };
    window.addToSearch = ({ folder, api, parts = [], synonyms = [] }, sections) => {
      words.push(...synonyms);
      if (api) lists.push(make("a", { href: `${path_to_root}${folder}a-z.html` }, api));
      for (const [kind, place, ...found] of sections) {
        for (const [name, page, text = "", paths = [], words = [], aliases = [], also = [], details = []] of found) {
          entries.push({ kind, place, api, name, page: folder + page, text, paths, words, aliases, also, details });
        }
      }
      parts.forEach(get);
    };
    get("rank.js");
    get("search-index.js");
  });
  return loading;
}

async function find({ type }) {
  const query = field.value;
  if (type === "input") address();
  box.classList.add("open");
  if (!query.trim()) return hide();
  const index = await load().catch(() => (loading = null)); // typing on tries again
  if (query !== field.value || document.activeElement !== field) return;
  show(query, index ? { lists: index.lists, ...rank.search(index, query) } : { results: [], problem: "The search index is missing." });
}

function show(query, { results, marks = [], lists = [], isNear, problem }) {
  const shown = results.slice(0, MOST);
  const longest = marks.sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${longest.join("|") || "$^"})`, "giu");
  popup.hidden = false;
  popup.dataset.query = query;
  note.textContent = problem ?? summary(query, results.length, isNear);
  if (!results.length && lists.length) note.append(" Try other words, or read the list of all operations: ", ...lists.flatMap((it) => [", ", it]).slice(1), ".");
  fill(...shown.map((entry, at) => option(entry, at, pattern)));
}

function fill(...options) {
  list.replaceChildren(...options);
  list.hidden = !options.length;
  field.setAttribute("aria-expanded", !list.hidden);
  point(options.length ? 0 : -1);
}

function summary(query, count, isNear) {
  if (!count) return `No results for “${query}”.`;
  if (isNear) return `No results for “${query}”. Nearest:`;
  if (count > MOST) return `The first ${MOST} of ${count} results`;
  return `${count} result${count === 1 ? "" : "s"}`;
}

function option({ name, page, text, kind, place, api }, at, pattern) {
  const marked = (text) => text.split(pattern).map((piece, at) => (at % 2 ? make("mark", {}, piece) : piece));
  return make("a", { role: "option", id: `search-result-${at}`, href: path_to_root + page, tabindex: "-1" },
    make("span", { class: "name" }, ...marked(name)), " ",
    make("span", { class: "kind" }, kind), " ",
    make("span", { class: "text" }, ...marked(text)), " ",
    make("span", { class: "place" }, [api, place].filter(Boolean).join(" › ")));
}

function point(at) {
  list.children[active]?.removeAttribute("aria-selected");
  active = at;
  const option = list.children[at];
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  if (option) field.setAttribute("aria-activedescendant", option.id);
  else field.removeAttribute("aria-activedescendant");
}

async function key(event) {
  const count = list.children.length;
  const to = { ArrowDown: active + 1, ArrowUp: active - 1 + count }[event.key];
  if (to !== undefined && count) {
    event.preventDefault();
    point(to % count);
  } else if (event.key === "Enter") {
    if (popup.dataset.query !== field.value) await find(event); // the index is still loading
    list.children[active]?.click();
  } else if (event.key === "Escape") {
    const isEmpty = !field.value;
    field.value = "";
    address();
    if (isEmpty) field.blur();
    else hide(); // the next query can be typed
  }
}

const asked = new URLSearchParams(location.search).get("q");
if (asked) {
  field.value = asked;
  open();
}

function left({ relatedTarget }) {
  if (!box.contains(relatedTarget)) close();
}

function followed({ target }) {
  if (target.closest("a")) close();
}
