// Ranks the entries of the search index. Knows neither pages nor APIs.
const rank = (() => {
  const STOP_WORDS = new Set("{{ignored}}".split(" "));
  /** A query that names only a thing most likely asks for a list of it. */
  const LISTS = new Set(["list", "all"]);
  /** Words for more than one. */
  const MANY = new Set("both bulk every few many multiple several some various".split(" "));
  /** What a question begins with, unless it is how to do something; `how much` counts by its second word. */
  const ASKS = new Set("am are big did does full has have is long many much what when where which who whose".split(" "));
  /** What the summaries of operations begin with that answer one. */
  const ANSWERS = /^(Checks|Describes|Exports|Gets|Lists|Pings|Previews|Reads|Returns|Searches|Tests|Validates) /;
  /** Most queries name something to do. */
  const WORTH = { Operation: 1, Page: 0.75, Topic: 0.35, Type: 0.3, Section: 0.37, "Spec language": 0.25 };

  /** What the forms of a word have in common: `expire` and `expired` have `expir`. */
  function stem(word) {
    const shorter = word.replace(/ies$/, "y").replace(/(..[^suw]|^[^aeiou][^aeioulns])s$/, "$1").replace(/(....)ly$/, "$1").replace(/(...)([bdgmnprt])\2(ed|ing)$/, "$1$2").replace(/(....)(ed|ing|ment)$/, "$1").replace(/(.....)e$/, "$1");
    return shorter === word ? word : stem(shorter);
  }

  /** The words of a text, each with its parts: `AddUsers` has `add` and `users`. */
  function words(text) {
    return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => {
      const parts = word
        .replace(/(\p{Ll}|\d(?=.\p{Ll}))(?=\p{Lu})/gu, "$1 ")
        .replace(/\p{Lu}(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, "$& ")
        .toLowerCase().split(" ");
      return { whole: parts.join(""), parts };
    });
  }

  const stems = (said) => said.split(" ").map(stem).join(" ");

  /** What a text can be found by: its words, all from a part of a word to its end, and its phrases. */
  function keys(text, phrases) {
    const found = words(text);
    const parts = found.flatMap(({ parts }) => parts).map(stem);
    const ends = found.flatMap(({ parts }) => parts.slice(0, -1).map((_, at) => stem(parts.slice(at).join(""))));
    return [...parts, ...ends, ...parts.flatMap((_, at) => phrasesAt(parts, at, phrases))];
  }

  /** The phrases that begin at one of the words, longest first. */
  function phrasesAt(parts, at, phrases) {
    const all = [4, 3, 2].map((length) => parts.slice(at, at + length));
    return [...new Set(all.filter((it) => it.length > 1).map((it) => it.join(" ")))].filter((it) => phrases.has(it));
  }

  /** An inverted index: each stem with the entries that have it. Of the synonyms, each finds the others of its line, some only in their API. */
  function index(entries, lines) {
    const synonyms = lines.map(({ api, words }) => ({ api, line: words.map(stems) }));
    const lists = lines.map(({ words }) => words);
    const phrases = new Set(synonyms.flatMap(({ line }) => line).filter((said) => said.includes(" ")));
    const vocabulary = new Map();
    // As they are written, for what is typed wrongly.
    const written = new Map(lists.flat().flatMap((said) => said.split(" ")).map((word) => [word, 0]));
    // Those that are not joined, as `addUser` is.
    const single = new Set(lists.flat().map(stem));
    const add = (entry, texts, worth, inName) => {
      for (const { whole, parts } of texts.flatMap(words)) {
        for (const word of [whole, ...parts]) written.set(word, (written.get(word) ?? 0) + 1);
        for (const part of parts) single.add(stem(part));
      }
      for (const word of new Set(texts.flatMap((text) => keys(text, phrases)))) {
        if (!vocabulary.has(word)) vocabulary.set(word, []);
        vocabulary.get(word).push({ entry, worth, inName });
      }
    };
    const [named, common] = [new Map(), new Set()];
    for (const entry of entries) {
      entry.spelt = new Set(words(entry.name).flatMap(({ parts }) => parts));
      entry.parts = words(entry.name).flatMap(({ parts }) => parts.map(stem));
      for (const part of new Set(entry.parts)) named.set(part, (named.get(part) ?? 0) + 1);
    }
    for (const entry of entries) {
      // What very many names begin with says nothing.
      const isCommon = entry.parts.length > 1 && named.get(entry.parts[0]) > entries.length / 5;
      if (isCommon) common.add(entry.parts[0]);
      const start = isCommon ? entry.parts.shift().length : 0;
      // The fewer names have a part, the more it says.
      entry.weights = entry.parts.map((part) => [part, Math.log(1 + entries.length / named.get(part))]);
      entry.isNamedList = entry.parts.some((part) => LISTS.has(part));
      entry.isList = entry.isNamedList || entry.text.startsWith("Lists ");
      // What people call it is found by all of its words, without those that say nothing if two are left.
      entry.said = entry.also.map((said) => {
        const all = stems(said).split(" ");
        const telling = all.filter((word) => !STOP_WORDS.has(word));
        return telling.length > 1 ? telling : all;
      });
      add(entry, [entry.name.slice(start), entry.name.toLowerCase()], 1, true);
      add(entry, entry.aliases, 0.9, true);
      add(entry, [entry.text], 0.7, false);
      add(entry, entry.words, 0.4, false);
      add(entry, [entry.place], 0.2, false);
      add(entry, entry.details, 0.2, false);
      add(entry, entry.also, 0.2, false);
      add(entry, [entry.api, ...entry.paths], 0.05, false);
    }
    const stemmed = new Set([...written.keys()].map(stem));
    return { entries, common, named, single, vocabulary, sorted: [...vocabulary.keys()].sort(), written, stemmed, phrases, synonyms };
  }

  /** The words that begin with what is typed, of a sorted list. */
  function startingWith(words, typed) {
    let [from, to] = [0, words.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (words[middle] < typed) from = middle + 1;
      else to = middle;
    }
    while (words[to]?.startsWith(typed)) to += 1;
    return words.slice(from, to);
  }

  /** The entries that have a word, or one that begins with what is typed (if that has some letters): how well it fits, and which parts of the name it covers. */
  function matches({ common, vocabulary, sorted }, typed, least) {
    const found = new Map();
    const root = stems(typed);
    const isWord = vocabulary.has(root);
    const beginning = typed.length < least || common.has(root) ? [] : startingWith(sorted, typed);
    for (const word of new Set([...(isWord ? [root] : []), ...beginning])) {
      const uses = vocabulary.get(word);
      const close = word === root ? 1 : (isWord ? 0.8 : 1) * (0.5 + (0.4 * typed.length) / word.length);
      for (const { entry, worth, inName } of uses) {
        if (!found.has(entry)) found.set(entry, { name: 0, other: 0, parts: new Map() });
        const here = found.get(entry);
        const field = inName ? "name" : "other";
        here[field] = Math.max(here[field], close * worth);
        if (inName) for (const part of word.split(" ")) here.parts.set(part, close);
      }
    }
    return found;
  }

  /** The entries that have a term or a synonym. */
  function meaning(index, term) {
    const root = stems(term);
    // What to look for in each API, and in all of them.
    const says = new Map([[undefined, new Map([[term, 1]])]]);
    // What nothing has may be the beginning of a synonym.
    const isKnown = root.length < 4 || index.vocabulary.has(root) || index.synonyms.some(({ line }) => line.includes(root));
    for (const { api, line } of index.synonyms) {
      const typed = line.find((said) => (isKnown ? said === root : said.startsWith(root)));
      if (!typed) continue;
      if (!says.has(api)) says.set(api, new Map());
      const here = says.get(api);
      // The nearer in its line, the nearer in meaning.
      line.forEach((said, at) => here.set(said, Math.max(here.get(said) ?? 0, (said.includes(" ") ? 0.95 : 0.8) - Math.abs(at - line.indexOf(typed)) / 100)));
    }
    const best = new Map();
    for (const [api, said, factor] of [...says].flatMap(([api, factors]) => [...factors].map((it) => [api, ...it]))) {
      for (const [entry, { name, other, parts }] of matches(index, said, said === term ? 0 : 5)) {
        if (api && entry.api !== api) continue;
        const value = factor * (name ? name + other / 2 : other);
        if (!best.has(entry)) best.set(entry, { value: 0, parts: new Map() });
        const here = best.get(entry);
        here.value = Math.max(here.value, value);
        for (const [part, close] of parts) here.parts.set(part, Math.max(here.parts.get(part) ?? 0, close * factor));
      }
    }
    return best;
  }

  const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

  /** Whether a word may be for several: `users`, not `access`. */
  const isPlural = (word) => word.length > 3 && word.endsWith("s") && stem(word) !== word;

  /** What of two that have the same words is more likely meant: a list, what answers a question, and for `users` rather a name with `Users` than one with `User`. */
  function forms({ spelt, text, isNamedList, isList }, typed) {
    const isSaid = [
      isNamedList,
      isList && typed.some(isPlural),
      ASKS.has(typed[0] === "how" ? typed[1] : typed[0]) && ANSWERS.test(text),
      typed.some((word) => MANY.has(word)) && [...spelt].some(isPlural),
      typed.some((word) => isPlural(word) && spelt.has(word)),
    ];
    return isSaid.filter(Boolean).length / 10;
  }

  /** The scores of the entries that have some of the terms, and whether one has all. A name scores by how much of it was typed. */
  function rated({ entries, ...index }, terms, typed) {
    const meanings = terms.map((term) => meaning(index, term));
    const stemmed = terms.map((term) => stems(term).split(" "));
    const said = new Set([...typed.map(stem), ...stemmed.flat()]);
    const alikeIn = new Map([...new Set(entries.map(({ api }) => api))].map((api) => {
      const lines = index.synonyms.filter((it) => !it.api || it.api === api).map(({ line }) => line);
      return [api, stemmed.map((words, at) => [...words, ...lines.filter((line) => line.includes(stems(terms[at]))).flat()])];
    }));
    const meantIn = new Map([...alikeIn].map(([api, alike]) => [api, new Set([...said, ...alike.flat()])]));
    // The fewer entries have a term, the more it says, unless none has it.
    const weights = meanings.map((of) => (of.size ? 1 : 0.5) * Math.log(1 + entries.length / (1 + total([...of.values()].map(({ value }) => value)))));
    const score = (entry) => {
      const [alike, meant] = [alikeIn.get(entry.api), meantIn.get(entry.api)];
      const own = entry.said.filter((words) => words.every((word) => said.has(word))).flat();
      // A single word that only means the same says too little.
      const near = entry.said.filter((words) => words.length > 1 && words.every((word) => meant.has(word))).flat();
      const found = meanings.map((of, at) => {
        const { value, parts } = of.get(entry) ?? { value: 0, parts: new Map() };
        const called = stemmed[at].some((word) => own.includes(word)) ? 0.9 : alike[at].some((word) => near.includes(word)) ? 0.35 : 0;
        return { value: Math.max(value, called), parts };
      });
      const share = (worth) => total(found.map(({ value }, at) => weights[at] * worth(value))) / total(weights);
      const has = share((value) => Math.min(1, value * 2));
      // What has less than a fifth of them is about something else.
      if (has < 0.2) return 0;
      // A part that a name repeats is typed once.
      const covered = total([...new Map(entry.weights)].map(([part, weight]) => weight * Math.max(...found.map(({ parts }) => parts.get(part) ?? 0))));
      const name = Math.max(covered / (total(entry.weights.map(([, weight]) => weight)) || 1), own.length > 1 ? 1 : own.length ? 0.7 : near.length ? 0.3 : 0);
      const worth = (WORTH[entry.kind] ?? 0.8) * (entry.text.startsWith("Deprecated.") ? 0.9 : 1);
      return (share((value) => value) + name + (entry.kind === "Operation" ? forms(entry, typed) : 0)) * has * has * worth;
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

  /** The words of a query with a sign in them, such as `config.dat`: what has them letter for letter comes first. */
  const literals = (query) => query.toLowerCase().match(/[\p{L}\p{N}]+([^\s\p{L}\p{N}'’]+[\p{L}\p{N}]+)+/gu) ?? [];

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
    if (index.stemmed.has(stem(term)) || meaning(index, term).size) return term;
    const most = term.length < 4 ? 0 : Math.ceil(term.length / 12);
    const forms = [term, ...(term.length > 4 && term.endsWith("s") ? [term.slice(0, -1)] : [])];
    let [best, least] = [term, Infinity];
    for (const [word, uses] of index.written) {
      if (word[0] !== term[0] || Math.abs(word.length - term.length) > most + 1) continue;
      const edits = Math.min(...forms.map((form) => distance(form, word)));
      const here = edits - Math.min(uses, 99) / 1000; // of two as near, the more frequent one
      if (edits <= most && here < least) [best, least] = [word, here];
    }
    return best;
  }

  /** The words of a query; two that are written apart, such as `help desk`, as the one that the index has. */
  function together({ named, single, phrases }, query) {
    const found = [];
    for (const word of words(query).flatMap(({ parts }) => parts)) {
      const pair = [found.at(-1) ?? "", word];
      const isOne = single.has(stem(pair.join(""))) && !phrases.has(stems(pair.join(" ")));
      // Names have many pairs of words, each of which says more on its own.
      const isApart = pair.every((it) => it && !STOP_WORDS.has(it)) && !pair.every((it) => named.has(stem(it)));
      if (isOne && isApart) found.splice(-1, 1, pair.join(""));
      else found.push(word);
    }
    return found;
  }

  /** What is typed, as terms: phrases that synonyms know, and other words but those that say nothing. */
  function terms({ phrases }, typed) {
    const parts = typed.map(stem);
    const found = [];
    for (let at = 0; at < typed.length; ) {
      const length = phrasesAt(parts, at, phrases)[0]?.split(" ").length ?? 1;
      if (length > 1 || !STOP_WORDS.has(typed[at])) found.push(typed.slice(at, at + length).join(" "));
      at += length;
    }
    return found.length ? found : typed;
  }

  /** Puts first what a query names letter for letter, in one word or in several. */
  function preferNamed(found, query, joined) {
    const typed = query.trim().split(/\s+/);
    const odd = literals(query);
    const hasOdd = (text) => odd.some((word) => text.toLowerCase().includes(word));
    for (const [entry, value] of found) {
      // Case matters where a name is a common word.
      const is = (name) => (word) => word === name || (entry.parts.length > 1 && word.toLowerCase() === name.toLowerCase());
      const isOperation = entry.kind === "Operation";
      const isNamed = [entry.name, ...entry.aliases].some((name) => typed.some(is(name)) || (isOperation && stem(name.toLowerCase()) === joined));
      const hasNamed = entry.words.some((name) => typed.includes(name) && (typed.length === 1 || words(name).flatMap(({ parts }) => parts).length > 1) && !entry.parts.includes(name));
      const isAsked = typed.length === 1 || isOperation;
      found.set(entry, value + (isNamed ? 2 : 0) + (hasNamed && isAsked ? 1 : 0) + ([entry.text, ...entry.words, ...entry.details].some(hasOdd) ? 0.3 : 0));
    }
  }

  /** The entries that match a query, best first; `isNear` if none has all its words. */
  function search(index, query) {
    const paths = byPath(index, query);
    if (paths.size) return { results: sorted(paths), marks: [] };
    const typed = together(index, query);
    const near = terms(index, typed.map((part) => (STOP_WORDS.has(part) ? part : nearest(index, part))));
    const parts = terms(index, typed);
    const { found, hasAll } = rated(index, near, typed);
    preferNamed(found, query, stem(near.join("").replaceAll(" ", "")));
    const least = Math.max(...found.values()) / 12;
    const results = sorted(found).filter((entry) => found.get(entry) > least);
    return { results, marks: [...parts, ...near].flatMap((term) => [term, ...term.split(" ").map(stem)]), isNear: !hasAll || near.join() !== parts.join() };
  }
  const sorted = (found) => [...found].sort(([, one], [, other]) => other - one).map(([entry]) => entry);

  return { index, search };
})();
