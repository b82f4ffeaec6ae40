/** A test file and its content. */
export interface TestFile {
  readonly file: string
  readonly text: string
}

/**
 * The test below the comment `// Holds slippage: fixed`, for the reference page; null if no file has one. So the author
 * of a new choice or order type names its test in the test itself.
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
