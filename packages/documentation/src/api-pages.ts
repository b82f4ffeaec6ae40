import { memberExample } from './member-examples.ts'
import { type Block, exampleOf, firstSentence, type Page, proseBlocks, slugOf, sourceAt } from './page.ts'
import type { DocumentedType, Member } from './parse-typings.ts'

const FILE = 'tradeloom.d.ts'

/** Whether lines define handlers, so that they are a script by themselves. */
function kindOf(code: string, isIndicator: boolean): 'algorithm' | 'indicator' | 'fragment' {
  if (!/\bfunction on[A-Z]/.test(code)) return 'fragment'
  return isIndicator ? 'indicator' : 'algorithm'
}

/** Only indicators have these in scope. */
const FOR_INDICATORS = /^(?:bar|ring|kit|other|Kit\w*|Ring)$/

function partsOf(path: string, { signature, text, example, line }: Member): Block[] {
  const code = example ?? memberExample(path)
  return [
    { type: 'signature', code: signature, source: sourceAt(FILE, line) },
    ...proseBlocks(text),
    ...(code === null ? [] : [exampleOf(code, kindOf(code, FOR_INDICATORS.test(path.split('.')[0] ?? '')))]),
  ]
}

/** The page of a value or a function that scripts have in scope. */
export function globalPage(member: Member): Page {
  return {
    slug: slugOf(member.name),
    title: member.name,
    path: member.name,
    source: sourceAt(FILE, member.line),
    summary: firstSentence(member.text),
    members: [],
    keywords: [],
    blocks: partsOf(member.name, member),
  }
}

/** The page of a type, with a part for each of its members. */
export function typePage({ name, text, signature, members, line }: DocumentedType): Page {
  const code = members.length === 0 ? memberExample(name) : null
  return {
    slug: `type-${slugOf(name)}`,
    title: name,
    path: name,
    source: sourceAt(FILE, line),
    summary: firstSentence(text === '' ? (signature ?? '') : text),
    members: members.map((member) => ({ name: member.name, id: slugOf(member.name) })),
    keywords: ['type'],
    blocks: [
      ...(signature === null ? [] : [{ type: 'signature', code: signature, source: sourceAt(FILE, line) } as const]),
      ...proseBlocks(text),
      ...(code === null ? [] : [exampleOf(code, 'fragment')]),
      ...members.flatMap((member): Block[] => [
        { type: 'heading', level: 2, id: slugOf(member.name), text: member.name },
        ...partsOf(`${name}.${member.name}`, member),
      ]),
    ],
  }
}
