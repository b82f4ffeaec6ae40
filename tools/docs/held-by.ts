/** A file of tests, and what it says. */
export interface TestFile {
  readonly file: string
  readonly text: string
}

/**
 * The test below the comment `// Holds slippage: fixed`, for the reference page; null when no file has one. So whoever
 * adds a choice of a run model or an order type names its test in the test itself.
 */
export function heldBy(name: string, files: readonly TestFile[]): readonly [file: string, title: string] | null {
  const comment = `// Holds ${name}\n`
  for (const { file, text } of files) {
    const start = text.indexOf(comment)
    if (start < 0) continue
    const title = /(?:\bit\(|\]\)\()\s*'((?:[^'\\]|\\.)*)'/.exec(text.slice(start + comment.length))?.[1]
    if (title !== undefined) return [file, title.replaceAll("\\'", "'")]
  }
  return null
}
