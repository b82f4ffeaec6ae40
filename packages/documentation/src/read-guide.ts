import { type Block, type Example, exampleOf, firstSentence, type Page, slugOf } from './page.ts'

const cells = (line: string): string[] =>
  line
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim())

/** Code that readers run in programs of their own. */
const PROGRAMS = new Set(['ts', 'sh'])

/** The file of a picture in the light color scheme, so that it is shown where the Markdown is read as it is, too. */
const PICTURE = /^!\[(.+)\]\(.*\/([a-z\d-]+)-light\.webp\)$/

/** One part of a chapter between blank lines. */
function blockOf(part: string): Block {
  const [first = '', ...rest] = part.split('\n')
  const heading = /^(##|###) (.+)$/.exec(first)
  if (heading) {
    const [, marks = '', text = ''] = heading
    return { type: 'heading', level: marks.length === 2 ? 2 : 3, id: slugOf(text), text }
  }
  const fence = /^```(\w+)$/.exec(first)
  if (fence) {
    const kind = PROGRAMS.has(fence[1] ?? '') ? 'program' : (fence[1] as Example['kind'])
    return exampleOf(rest.slice(0, -1).join('\n'), kind)
  }
  const picture = PICTURE.exec(first)
  if (picture) return { type: 'picture', alt: picture[1] ?? '', name: picture[2] ?? '' }
  if (first.startsWith('|')) return { type: 'table', head: cells(first), rows: rest.slice(1).map(cells) }
  if (first.startsWith('> ')) return { type: 'note', text: part.replaceAll(/^> /gm, '').replaceAll('\n', ' ') }
  const item = /^(?:-|\d+\.) /
  if (item.test(first)) {
    return {
      type: 'list',
      isOrdered: !first.startsWith('-'),
      items: part.split(/\n(?=-|\d+\. )/).map((text) => text.replace(item, '').replaceAll(/\n */g, ' ')),
    }
  }
  return { type: 'text', text: part.replaceAll('\n', ' ') }
}

/** Splits at blank lines, but not inside of code. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let lines: string[] = []
  let isCode = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    if (line === '' && !isCode) {
      if (lines.length > 0) parts.push(lines.join('\n'))
      lines = []
    } else lines.push(line)
  }
  return lines.length > 0 ? [...parts, lines.join('\n')] : parts
}

/** A chapter of the guide: a small part of Markdown, which is all that it uses. */
export function readChapter({ slug, text }: { readonly slug: string; readonly text: string }): Page {
  const [title = '', ...parts] = partsOf(text)
  const blocks = parts.map(blockOf)
  const [intro] = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const members = blocks.flatMap((block) => (block.type === 'heading' ? [{ name: block.text, id: block.id }] : []))
  return {
    slug,
    title: title.replace(/^# /, ''),
    path: null,
    source: null,
    summary: firstSentence(intro ?? ''),
    members,
    keywords: [],
    blocks,
  }
}
