import { OLD_WORDS, type OldWord, UNCHECKED } from './old-words.ts'

export interface Hit {
  readonly file: string
  readonly line: number
  readonly word: string
  readonly use: string
}

/** Lines of a text, and its file name, that use an old word. */
export function checkWords(file: string, text: string, words: readonly OldWord[] = OLD_WORDS): Hit[] {
  if (UNCHECKED.some((path) => file.startsWith(path))) return []
  const own = words.filter(({ except = [] }) => !except.some((path) => file.startsWith(path)))
  const lines = [file, ...text.split('\n')]
  return lines.flatMap((content, line) =>
    own.flatMap(({ pattern, use }) => {
      const word = pattern.exec(content)?.[0]
      return word === undefined ? [] : [{ file, line, word, use }]
    }),
  )
}
