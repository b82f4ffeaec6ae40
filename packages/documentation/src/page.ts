import type { DocumentationBlock, DocumentationPage, DocumentationPageSummary } from '@tradeloom/contracts'

export type Block = DocumentationBlock
export type Example = Extract<Block, { type: 'example' }>
type Source = NonNullable<DocumentationPage['source']>

/** A page before its neighbors are known. */
export interface Page extends Pick<DocumentationPage, 'slug' | 'title' | 'path' | 'source' | 'blocks'> {
  readonly summary: string
  readonly members: DocumentationPageSummary['members']
  readonly keywords: readonly string[]
}

export interface Section {
  readonly title: string
  readonly slug: string
  readonly pages: readonly Page[]
}

/** `closePosition` is `close-position`, `RSI` is `rsi`. */
export function slugOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z\d]+/g, '-')
    .toLowerCase()
}

/** The first sentence of a text, without markup. */
export function firstSentence(text: string): string {
  const plain = text
    .replaceAll('\n', ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
  return /^.*?[.:](?=\s|$)/.exec(plain)?.[0] ?? plain
}

export function sourceAt(file: Source['file'], line: number): Source {
  return { file, line }
}

/** Paragraphs and `-` lists of a comment in the typings. */
export function proseBlocks(text: string): Block[] {
  const blocks: Block[] = []
  for (const part of text.split(/\n\n+|\n(?=- )/).filter((one) => one.trim() !== '')) {
    const joined = part.replaceAll('\n', ' ').trim()
    const last = blocks.at(-1)
    if (!joined.startsWith('- ')) blocks.push({ type: 'text', text: joined })
    else if (last?.type === 'list') last.items.push(joined.slice(2))
    else blocks.push({ type: 'list', isOrdered: false, items: [joined.slice(2)] })
  }
  return blocks
}

/** Code that is a whole script runs by itself; other lines are inserted into one. */
export function exampleOf(code: string, kind: Example['kind']): Block {
  return { type: 'example', code, kind, canRun: kind === 'algorithm' }
}
