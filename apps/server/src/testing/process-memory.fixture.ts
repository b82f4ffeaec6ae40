import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const CHUNK = 1 << 20
/** As long as a text in two bytes a character may be, which would be cut in half otherwise. */
const OVERLAP = 1 << 10

/** Everything that a process has written into its memory. */
function* memoryOf(pid: number): Generator<Buffer> {
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      if (from === undefined || to === undefined) continue
      for (let place = Number.parseInt(from, 16); place < Number.parseInt(to, 16); place += CHUNK) {
        const bytes = Buffer.alloc(Math.min(CHUNK + OVERLAP, Number.parseInt(to, 16) - place))
        try {
          yield bytes.subarray(0, readSync(memory, bytes, 0, bytes.length, place))
        } catch {
          // Pages that nobody has touched.
        }
      }
    }
  } finally {
    closeSync(memory)
  }
}

/** Which of these texts are in the memory of a process, in either of the forms in which programs have them. */
export function foundIn(pid: number, texts: readonly string[]): string[] {
  const wanted = texts.map((text) => [text, [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')]] as const)
  const found = new Set<string>()
  for (const bytes of memoryOf(pid))
    for (const [text, forms] of wanted) if (forms.some((form) => bytes.includes(form))) found.add(text)
  return [...found]
}
