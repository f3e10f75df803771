// Ranks the entries of the search index. Knows neither pages nor APIs.
const rank = (() => {
  /** Words that are written in several ways. */
  const SPELLINGS = [
    [/\b(log|sign)[ -]?(in|on)(to)?\b/gi, "login"],
    [/\b(log|sign)[ -]?(out|off)\b/gi, "logout"],
    [/\b(2|two)[ -]?(fa|factor)\b/gi, "2fa"],
    [/\bwho ?am ?i\b/gi, "whoami"],
    [/\b(turn|switch)(ed|ing)? off\b/gi, "disable"],
    [/\bapi[ -]?keys?\b/gi, "apikey"],
    [/\bsecurity[ -]?keys?\b/gi, "securitykey"],
    [/\broll(ed|ing)?[ -]?out\b/gi, "rollout"],
    [/\bwhite[ -]?label\b/gi, "whitelabel"],
  ];
  const STOP_WORDS = new Set(
    ("a an and another any are at be by can did do does for from has have how i if in is it me my of on only or up other some " +
      "that the this to was what when where which why with you").split(" "),
  );
  /** A query that names only a thing most likely asks for a list of it. */
  const LISTS = new Set(["list", "all"]);
  /** Most queries name something to do. */
  const WORTH = { Operation: 1, Topic: 0.35, Type: 0.4, Section: 0.4 };

  /** What the forms of a word have in common: `expire` and `expired` have `expir`. */
  function stem(word) {
    const shorter = word.replace(/ies$/, "y").replace(/(..[^suw])s$/, "$1").replace(/(....)(ed|ing|ment)$/, "$1").replace(/(.....)e$/, "$1");
    return shorter === word ? word : stem(shorter);
  }

  /** The words of a text, each with its parts: `AddUsers` has `add` and `users`. */
  function words(text) {
    const spelt = SPELLINGS.reduce((text, [ways, word]) => text.replace(ways, word), text);
    return (spelt.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => {
      const parts = word
        .replace(/(\p{Ll}|\d(?=.\p{Ll}))(?=\p{Lu})/gu, "$1 ")
        .replace(/\p{Lu}(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, "$& ")
        .toLowerCase().split(" ");
      return { whole: parts.join(""), parts };
    });
  }

  /** What a name can be found by: its parts, and all from a part to its end. */
  const starts = ({ parts }) => parts.flatMap((part, at) => [stem(part), stem(parts.slice(at).join(""))]);

  /** An inverted index: each stem with the entries that have it. Of the synonyms, each finds the others of its line. */
  function index(entries, synonyms) {
    const vocabulary = new Map();
    const add = (entry, texts, worth, inName) => {
      for (const word of new Set(texts.flatMap(words).flatMap(starts))) {
        if (!vocabulary.has(word)) vocabulary.set(word, []);
        vocabulary.get(word).push({ entry, worth, inName });
      }
    };
    const named = new Map();
    for (const entry of entries) {
      entry.parts = words(entry.name).flatMap(({ parts }) => parts.map(stem));
      for (const part of new Set(entry.parts)) named.set(part, (named.get(part) ?? 0) + 1);
    }
    // Operations are found by what their topic is about.
    const topics = new Map(entries.filter(({ kind }) => kind === "Topic").map(({ api, name, text }) => [api + name, text]));
    for (const entry of entries) {
      // What very many names begin with says nothing.
      const isCommon = entry.parts.length > 1 && named.get(entry.parts[0]) > entries.length / 5;
      const start = isCommon ? entry.parts.shift().length : 0;
      // The fewer names have a part, the more it says.
      entry.weights = entry.parts.map((part) => [part, Math.log(1 + entries.length / named.get(part))]);
      add(entry, [entry.name.slice(start), entry.name.toLowerCase()], 1, true);
      add(entry, entry.aliases, 0.9, true);
      add(entry, [entry.text], 0.7, false);
      add(entry, entry.words, 0.4, false);
      add(entry, [entry.place, entry.kind, ...entry.paths], 0.2, false);
      add(entry, [topics.get(entry.api + entry.place) ?? ""], 0.1, false);
    }
    return { entries, vocabulary, synonyms: synonyms.map((line) => line.map((said) => said.split(" ").map(stem).join(" "))) };
  }

  /** The entries that have a word, or one that begins with what is typed: how well it fits, and which parts of the name it covers. */
  function matches({ vocabulary }, typed, isSynonym) {
    const found = new Map();
    const root = stem(typed);
    for (const [word, uses] of vocabulary) {
      if (word !== root && (isSynonym || !word.startsWith(typed))) continue;
      const close = word === root ? 1 : 0.5 + (0.4 * typed.length) / word.length;
      for (const { entry, worth, inName } of uses) {
        if (!found.has(entry)) found.set(entry, { name: 0, other: 0, parts: new Map() });
        const here = found.get(entry);
        const field = inName ? "name" : "other";
        here[field] = Math.max(here[field], close * worth);
        if (inName) here.parts.set(word, close);
      }
    }
    return found;
  }

  /** The entries that have a term or a synonym. */
  function meaning(index, term) {
    const root = stem(term);
    const says = new Map();
    for (const line of index.synonyms.filter((line) => line.includes(root))) {
      // The nearer in its line, the nearer in meaning.
      line.forEach((said, at) => says.set(said, Math.max(says.get(said) ?? 0, (said.includes(" ") ? 0.95 : 0.9) - Math.abs(at - line.indexOf(root)) / 100)));
    }
    const best = new Map();
    for (const [said, factor] of says.set(term, 1)) {
      const [first, ...rest] = said.split(" ").map((word) => matches(index, word, said !== term));
      for (const entry of first.keys()) {
        const all = [first, ...rest].map((found) => found.get(entry));
        if (all.includes(undefined)) continue;
        const value = factor * Math.min(...all.map(({ name, other }) => (name ? name + other / 2 : other)));
        if (!best.has(entry)) best.set(entry, { value: 0, parts: new Map() });
        const here = best.get(entry);
        here.value = Math.max(here.value, value);
        for (const [part, close] of all.flatMap(({ parts }) => [...parts])) {
          here.parts.set(part, Math.max(here.parts.get(part) ?? 0, close * factor));
        }
      }
    }
    return best;
  }

  const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

  /** The scores of the entries that have some of the terms, and whether one has all. A name scores by how much of it was typed. */
  function rated({ entries, ...index }, terms) {
    const meanings = terms.map((term) => meaning(index, term));
    // The fewer entries have a term, the more it says.
    const weights = meanings.map((of) => Math.log(1 + entries.length / (1 + total([...of.values()].map(({ value }) => value)))));
    const score = (entry) => {
      const found = meanings.map((of) => of.get(entry) ?? { value: 0, parts: new Map() });
      const share = (worth) => total(found.map(({ value }, at) => weights[at] * worth(value))) / total(weights);
      const has = share((value) => Math.min(1, value * 2));
      // What has less than a fifth of them is about something else.
      if (has < 0.2) return 0;
      // A part that a name repeats is typed once.
      const typed = total([...new Map(entry.weights)].map(([part, weight]) => weight * Math.max(...found.map(({ parts }) => parts.get(part) ?? 0))));
      const name = typed / (total(entry.weights.map(([, weight]) => weight)) || 1);
      const lists = entry.parts.some((part) => LISTS.has(part)) ? 0.1 : 0;
      const worth = (WORTH[entry.kind] ?? 0.8) * (entry.text.startsWith("Deprecated.") ? 0.9 : 1);
      return (share((value) => value) + name + lists) * has * has * worth;
    };
    const found = new Map(entries.map((entry) => [entry, score(entry)]).filter(([, value]) => value));
    return { found, hasAll: entries.some((entry) => meanings.every((of) => of.has(entry))) };
  }

  /** The entries whose path contains the query, which may begin with a method and a host. */
  function byPath({ entries }, query) {
    const path = query.trim().replace(/^[A-Z]+ /, "").replace(/^\w+:\/\/[^/]+/, "").toLowerCase();
    if (!path.includes("/")) return new Map();
    const found = entries.flatMap((entry) => entry.paths.filter((it) => it.toLowerCase().includes(path)).map((it) => [entry, path.length / it.length]));
    return new Map(found.sort(([, one], [, other]) => one - other));
  }

  /** Edit distance, in which swapped neighbours are one edit. */
  function distance(one, other) {
    let [before, last, row] = [[], [], [...Array(other.length + 1).keys()]];
    for (let i = 1; i <= one.length; i += 1) {
      [before, last, row] = [last, row, [i]];
      for (let j = 1; j <= other.length; j += 1) {
        const same = one[i - 1] === other[j - 1] ? 0 : 1;
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + same);
        const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
        if (swapped) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
    }
    return row[other.length];
  }

  /** The term, or the nearest word if no entry has it. */
  function nearest(index, term) {
    if (meaning(index, term).size) return term;
    const root = stem(term);
    const most = term.length < 4 ? 0 : Math.ceil(root.length / 10);
    let [best, least] = [term, Infinity];
    for (const [word, { length }] of index.vocabulary) {
      if (word[0] !== root[0] || Math.abs(word.length - root.length) > most) continue;
      const edits = distance(root, word);
      const here = edits - Math.min(length, 99) / 1000; // of two as near, the more frequent one
      if (edits <= most && here < least) [best, least] = [word, here];
    }
    return best;
  }

  /** Puts first what a query names letter for letter, in one word or in several. */
  function preferNamed(found, query, joined) {
    const typed = query.trim().split(/\s+/);
    for (const [entry, value] of found) {
      // Case matters where a name is a common word.
      const is = (name) => (word) => word === name || (entry.parts.length > 1 && word.toLowerCase() === name.toLowerCase());
      const isOperation = entry.kind === "Operation";
      const isNamed = [entry.name, ...entry.aliases].some((name) => typed.some(is(name)) || (isOperation && stem(name.toLowerCase()) === joined));
      const hasNamed = entry.words.some((name) => typed.includes(name) && !entry.parts.includes(name));
      const isAsked = typed.length === 1 || isOperation;
      found.set(entry, value + (isNamed ? 2 : 0) + (hasNamed && isAsked ? 1 : 0));
    }
  }

  /** The entries that match a query, best first; `isNear` if none has all its words. */
  function search(index, query) {
    const paths = byPath(index, query);
    if (paths.size) return { results: sorted(paths), marks: [] };
    const typed = words(query);
    const busy = typed.filter(({ whole }) => !STOP_WORDS.has(whole));
    const parts = (busy.length ? busy : typed).flatMap(({ parts }) => parts);
    const near = parts.map((part) => nearest(index, part));
    const { found, hasAll } = rated(index, near);
    preferNamed(found, query, stem(near.join("")));
    const least = Math.max(...found.values()) / 5;
    const results = sorted(found).filter((entry) => found.get(entry) > least);
    return { results, marks: [...parts, ...near.map(stem)], isNear: !hasAll || near.join() !== parts.join() };
  }
  const sorted = (found) => [...found].sort(([, one], [, other]) => other - one).map(([entry]) => entry);

  return { index, search };
})();
