import { findFake } from '@tradeloom/venue-lab/sources'
import { expect, it } from 'vitest'
import { answering } from '../conformance/answering.fixture.ts'
import type { SourceTable } from '../source-provider.ts'
import { cftcProvider } from './cftc-provider.ts'

const fake = await findFake('cftc')

function answered(change: (text: string) => string = (text) => text) {
  return answering((path, query) => {
    const given = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        value === undefined || name === '$$app_token' ? [] : [[name, `${value}`]],
      ),
    )
    return JSON.parse(change(JSON.stringify(fake.answer({ path: path.split('/'), query: given }).body)))
  })
}
const valueOf = ({ columns, rows }: SourceTable, name: string, row: number) =>
  rows[row]?.[columns.findIndex((column) => column.name === name)]

it.each([
  ['099741', 'lev_money', 7000, 8000],
  ['legacy/099741', 'noncomm', 1000, 2000],
  ['disagg/099741', 'swap', 3000, 4000],
])('positions of %s are read from the fields of their report', async (code, group, long, short) => {
  const table = await cftcProvider.dataset(answered(), code)
  expect([valueOf(table, `${group}_long`, 0), valueOf(table, `${group}_short`, 0)]).toEqual([long, short])
  expect(valueOf(table, `${group}_net`, 0)).toBe(long - short)
  expect(table.rows[0]?.[0]).toBe('2026-09-01')
})

it('a field that the CFTC leaves out is an error: it would look like no positions', async () => {
  for (const field of ['lev_money_positions_long', 'open_interest_all', 'report_date_as_yyyy_mm_dd'])
    await expect(
      cftcProvider.dataset(
        answered((text) => text.replaceAll(field, 'renamed')),
        '099741',
      ),
    ).rejects.toMatchObject({
      kind: 'unreadable',
    })
})

it('a net position of which one side is missing is missing', async () => {
  const table = await cftcProvider.dataset(
    answered((text) => text.replace('"lev_money_positions_short":"8000"', '"lev_money_positions_short":""')),
    '099741',
  )
  expect(valueOf(table, 'lev_money_net', 0)).toBeNull()
})

it('reports of the CFTC come out on Fridays, later after holidays from Tuesday to Friday', async () => {
  const found = await cftcProvider.releases?.(answered(), '099741', '2026-06-10', '2026-12-31')
  const dayOf = new Map(found?.map(({ id, day }) => [id, day]))
  expect(found?.[0]?.at).toBe(Date.parse('2026-06-12T19:30:00Z'))
  expect([dayOf.get('2026-06-09'), dayOf.get('2026-09-08')]).toEqual(['2026-06-12', '2026-09-11'])
  const late = {
    '2026-06-16': '06-22',
    '2026-06-30': '07-06',
    '2026-11-10': '11-16',
    '2026-11-24': '11-30',
    '2026-12-22': '12-28',
  }
  for (const [tuesday, day] of Object.entries(late)) expect(dayOf.get(tuesday), tuesday).toBe(`2026-${day}`)
  expect(found?.filter(({ id, day }) => Date.parse(day) - Date.parse(id) !== 3 * 86_400_000)).toHaveLength(5)
})
