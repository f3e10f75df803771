// Ranks the entries of the search index. Knows neither pages nor APIs.
const rank = (() => {
  /** Words that are written in several ways. */
  const SPELLINGS = [
    [/\b(log|sign)[ -]?(in|on)\b/gi, "login"],
    [/\b(log|sign)[ -]?(out|off)\b/gi, "logout"],
    [/\b(2|two)[ -]?(fa|factor)\b/gi, "2fa"],
    [/\bwho ?am ?i\b/gi, "whoami"],
    [/\b(turn|switch)(ed|ing)? off\b/gi, "disable"],
    [/\b(turn|switch)(ed|ing)? on\b/gi, "enable"],
    [/\bapi[ -]?keys?\b/gi, "apikey"],
    [/\bsecurity[ -]?keys?\b/gi, "securitykey"],
    [/\bwhite[ -]?label\b/gi, "whitelabel"],
  ];
  const STOP_WORDS = new Set("a an and by do for from how i in is it my of on or the to what with".split(" "));
  /** A query that names only a thing most likely asks for a list of it. */
  const LISTS = new Set(["list", "all"]);
  /** Most queries name something to do. */
  const WORTH = { Type: 0.45, Topic: 0.5, Section: 0.65 };

  const singular = (word) => word.replace(/ies$/, "y").replace(/(..[^suw])s$/, "$1");

  /** The words of a text, each with its parts: `AddUsers` has `add` and `user`. */
  function words(text) {
    const spelt = SPELLINGS.reduce((text, [ways, word]) => text.replace(ways, word), text);
    return (spelt.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => {
      const parts = word
        .replace(/(\p{Ll}|\d(?=.\p{Ll}))(?=\p{Lu})/gu, "$1 ")
        .replace(/\p{Lu}(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, "$& ")
        .toLowerCase().split(" ").map(singular);
      return { whole: parts.join(""), parts };
    });
  }

  /** What a name can be found by: its parts, and all from a part to its end. */
  const starts = ({ parts }) => parts.flatMap((part, at) => [part, parts.slice(at).join("")]);

  /** An inverted index: each word with the entries that have it. Of the synonyms, each finds the others of its line. */
  function index(entries, synonyms) {
    const vocabulary = new Map();
    const add = (entry, texts, worth, inName) => {
      for (const word of new Set(texts.flatMap(words).flatMap(starts))) {
        if (!vocabulary.has(word)) vocabulary.set(word, []);
        vocabulary.get(word).push({ entry, worth, inName });
      }
    };
    const named = new Map();
    // What is done has many names, and says less than what it is done to.
    const verbs = new Set(synonyms.filter((line) => line.length > 4).flat());
    // Operations are found by what their topic is about.
    const topics = new Map(entries.filter(({ kind }) => kind === "Topic").map(({ api, name, text }) => [api + name, text]));
    for (const entry of entries) {
      entry.parts = words(entry.name).flatMap(({ parts }) => parts);
      for (const part of new Set(entry.parts)) named.set(part, (named.get(part) ?? 0) + 1);
      add(entry, [entry.name], 1, true);
      add(entry, entry.aliases, 0.9, true);
      add(entry, [entry.text, ...entry.words], 0.4, false);
      add(entry, [entry.place, entry.kind, ...entry.paths], 0.25, false);
      add(entry, [topics.get(entry.api + entry.place) ?? ""], 0.05, false);
    }
    // The fewer names have a part, the more it says.
    const says = (word) => (verbs.has(word) ? 0.9 : 1);
    const weight = (part) => Math.log(1 + entries.length / named.get(part));
    for (const entry of entries) {
      entry.weights = new Map(entry.parts.map((part) => [part, weight(part)]));
      entry.weight = entry.parts.reduce((sum, part) => sum + weight(part), 0);
    }
    // A word of very many names says little.
    const common = new Set([...named].filter(([, count]) => count > entries.length / 5).map(([part]) => part));
    return { entries, vocabulary, synonyms, common, says };
  }

  /** How much of a word was typed, if it begins with that or has it within: 0 to 1. */
  function closeness(typed, word) {
    if (word === typed) return 1;
    return (word.startsWith(typed) ? 0.5 : 0.2) + (0.4 * typed.length) / word.length;
  }

  /** The entries that have a word: how well it fits, and which parts of the name it covers. */
  function matches({ vocabulary, common }, typed, isSynonym) {
    const found = new Map();
    let known = [...vocabulary].filter(([word]) => word.startsWith(typed));
    // `count` is not meant by `account`, unless no word begins like that.
    if (!known.length && !isSynonym && typed.length > 3) known = [...vocabulary].filter(([word]) => word.includes(typed));
    for (const [word, uses] of known) {
      const close = closeness(typed, word);
      for (const { entry, worth, inName } of uses) {
        if (!found.has(entry)) found.set(entry, { name: 0, other: 0, parts: new Map() });
        const here = found.get(entry);
        const field = inName ? "name" : "other";
        here[field] = Math.max(here[field], close * worth * (inName && common.has(word) ? 0.4 : 1));
        if (inName) here.parts.set(word, close);
      }
    }
    // `quota` is a word of `AdminSquotaList` if the summary says so.
    for (const [entry, here] of found) {
      const part = here.name || isSynonym ? undefined : entry.parts.find((part) => part.includes(typed));
      if (!part) continue;
      here.name = closeness(typed, part);
      here.parts.set(part, here.name);
    }
    return found;
  }

  /** The entries that have a term, its stem (`handl` of `handling`) or a synonym. */
  function meaning(index, term) {
    const says = new Map([[term.replace(/(....)ing$/, "$1"), 0.8]]);
    for (const line of index.synonyms.filter((line) => line.includes(term))) {
      // The nearer in its line, the nearer in meaning.
      line.forEach((word, at) => says.set(word, Math.max(says.get(word) ?? 0, (word.includes(" ") ? 0.95 : 0.8) - Math.abs(at - line.indexOf(term)) / 100)));
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

  /** The entries that have at least so many of the terms, with their scores. A name scores by how much of it was typed. */
  function rated(index, terms, enough) {
    const meanings = terms.map((term) => meaning(index, term));
    const weights = terms.map(index.says);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const rate = (entry) => {
      const found = meanings.map((of) => of.get(entry)).filter(Boolean);
      if (found.length < enough || !found.length) return 0;
      const known = [...entry.weights].reduce((sum, [part, weight]) => sum + weight * Math.max(...found.map(({ parts }) => parts.get(part) ?? 0)), 0);
      const lists = entry.parts.some((part) => LISTS.has(part)) ? 0.1 : 0;
      const least = Math.min(...found.map(({ value }) => value)) / 3; // better all terms a little than one of them well
      const value = meanings.reduce((sum, of, at) => sum + weights[at] * (of.get(entry)?.value ?? 0), least) / all + known / (entry.weight || 1) + lists;
      if (entry.kind === "Operation") return entry.text.startsWith("Deprecated.") ? value * 0.75 : value + 0.1;
      return value * (WORTH[entry.kind] ?? 0.75);
    };
    return new Map(index.entries.map((entry) => [entry, rate(entry)]).filter(([, value]) => value));
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
    const most = Math.min(3, Math.floor(term.length / 4));
    let [best, least] = [term, Infinity];
    for (const [word, { length }] of index.vocabulary) {
      if (word[0] !== term[0] || Math.abs(word.length - term.length) > most) continue;
      const edits = distance(term, word);
      const here = edits - Math.min(length, 99) / 1000; // of two as near, the more frequent one
      if (edits <= most && here < least) [best, least] = [word, here];
    }
    return best;
  }

  /** Puts first what a query names letter for letter. */
  function preferNamed(found, query) {
    const typed = query.trim().split(/\s+/);
    for (const [entry, value] of found) {
      // Case matters where a name is a common word.
      const is = (name) => (word) => word === name || (entry.parts.length > 1 && word.toLowerCase() === name.toLowerCase());
      const isNamed = [entry.name, ...entry.aliases].some((name) => typed.some(is(name)));
      const hasNamed = entry.words.some((name) => typed.includes(name) && !entry.parts.includes(name));
      const isAsked = typed.length === 1 || entry.kind === "Operation";
      found.set(entry, value + (isNamed ? 2 : 0) + (hasNamed && isAsked ? 1 : 0));
    }
  }

  /** The entries that match a query, best first; `instead` is what was searched if none has all its words. */
  function search(index, query) {
    const paths = byPath(index, query);
    if (paths.size) return { results: sorted(paths), marks: [] };
    const typed = words(query);
    const busy = typed.filter(({ whole }) => !STOP_WORDS.has(whole));
    const kept = busy.length ? busy : typed;
    const wholes = kept.map(({ whole }) => whole);
    const parts = kept.flatMap(({ parts }) => parts);
    const found = rated(index, parts, parts.length);
    for (const [entry, value] of parts.length > wholes.length ? rated(index, wholes, wholes.length) : []) {
      found.set(entry, Math.max(value, found.get(entry) ?? 0));
    }
    preferNamed(found, query);
    if (found.size) {
      // A name with all but one of several words may fit better than a text with all.
      const isWeak = parts.length > 2 && (found.size < 3 || Math.max(...found.values()) < 0.8);
      const most = isWeak ? rated(index, parts, parts.length - 1) : [];
      return { results: sorted(new Map([...most, ...found])), marks: [...wholes, ...parts] };
    }
    const instead = parts.map((part) => nearest(index, part));
    let near = new Map();
    // What has less than a third of them is about something else.
    for (let enough = instead.length; !near.size && enough >= instead.length / 3; enough -= 1) near = rated(index, instead, enough);
    return { results: sorted(near), marks: instead, instead: instead.join(" ") };
  }
  const sorted = (found) => [...found].sort(([, one], [, other]) => other - one).map(([entry]) => entry);

  return { index, search };
})();
