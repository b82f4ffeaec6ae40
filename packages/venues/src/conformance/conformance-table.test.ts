import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ADAPTERS } from '../adapters.generated.ts'
import { ACCOUNT_CASES } from './account-cases.fixture.ts'
import { wordsAgainst } from './case-needs.fixture.ts'
import { DATA_CASES } from './data-cases.fixture.ts'
import { findAdapters } from './find-adapters.fixture.ts'
import { nameOf } from './lab-name.fixture.ts'
import { ORDER_CASES } from './order-cases.fixture.ts'
import { QUOTE_CASES } from './quote-cases.fixture.ts'
import type { VenueLab } from './venue-lab.ts'
import { WIRE_CASES } from './wire-cases.fixture.ts'
import { WORKING_ORDER_CASES } from './working-order-cases.fixture.ts'

const PAGE = join(import.meta.dirname, '../../../../docs/venue-conformance.md')
const BEGIN = '<!-- the table -->\n\n'

const GROUPS = [
  ['market', 'Market feed', { ...QUOTE_CASES, ...DATA_CASES, ...WIRE_CASES }],
  ['orders', 'Orders', { ...ORDER_CASES, ...WORKING_ORDER_CASES }],
  ['account', 'Account and its stream', ACCOUNT_CASES],
] as const

/** What each venue does, and the words of its document for what it does not. */
function tableOf(labs: readonly VenueLab[]): string {
  const notes: string[] = []
  const cell = (lab: VenueLab, group: (typeof GROUPS)[number][0], name: string): string => {
    const own = lab[group]
    if (!own) return ''
    const words = wordsAgainst(own, name)
    if (words === undefined) return 'yes'
    if (!notes.includes(words)) notes.push(words)
    return `no (${notes.indexOf(words) + 1})`
  }
  const rows = GROUPS.flatMap(([group, title, cases]) => [
    [`**${title}**`, ...labs.map(() => '')],
    ...Object.keys(cases).map((name) => [name, ...labs.map((lab) => cell(lab, group, name))]),
  ])
  const lines = [
    ['the adapter', ...labs.map((lab) => nameOf(lab, ADAPTERS))],
    ['---', ...labs.map(() => '---')],
    ...rows,
  ]
  const numbered = notes.map((words, at) => `${at + 1}. ${words}`)
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n\n${numbered.join('\n')}\n`
}

it('the page about venues states what the conformance suite has for each of them', async () => {
  const found = (await findAdapters()).flatMap(({ labs }) => labs)
  const labs = ADAPTERS.flatMap(({ id }) => found.filter(({ venueId }) => venueId === id))
  const [, table] = readFileSync(PAGE, 'utf8').split(BEGIN)
  expect(table).toBe(tableOf(labs))
})
