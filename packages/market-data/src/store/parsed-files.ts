import { readFile, stat } from 'node:fs/promises'

/** Of all texts together; what was parsed from them takes a few times as much memory. */
const MAX_CHARACTERS = 8_000_000

interface Known<Content> {
  readonly stamp: string
  readonly characters: number
  readonly content: Content
}

/**
 * The contents of small files, parsed. A file is read again once it has been replaced or written to: what every request
 * needs costs a look at a time stamp.
 */
export class ParsedFiles<Content> {
  readonly #parse: (text: string) => Content
  /** The least recently used first. */
  readonly #known = new Map<string, Known<Content>>()
  #characters = 0

  constructor(parse: (text: string) => Content) {
    this.#parse = parse
  }

  /** Rejects like `readFile`. Readers share the content, so nobody may change it. */
  async read(path: string): Promise<Content> {
    // Before the text: the next reader notices what was written in between.
    const stamp = await stampOf(path)
    const known = this.#known.get(path)
    if (known?.stamp === stamp) {
      this.#forget(path)
      this.#keep(path, known)
      return known.content
    }
    const text = await readFile(path, 'utf8')
    const content = this.#parse(text)
    this.#forget(path)
    this.#keep(path, { stamp, characters: text.length, content })
    return content
  }

  #keep(path: string, known: Known<Content>): void {
    this.#known.set(path, known)
    this.#characters += known.characters
    for (const oldest of this.#known.keys()) {
      if (this.#characters <= MAX_CHARACTERS) return
      this.#forget(oldest)
    }
  }

  #forget(path: string): void {
    this.#characters -= this.#known.get(path)?.characters ?? 0
    this.#known.delete(path)
  }
}

async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeMs, ctimeMs } = await stat(path)
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
}
