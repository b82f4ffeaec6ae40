import { expect, it } from 'vitest'
import { readCsv } from './read-csv.ts'

it('a table is read with quoted cells, line breaks in them, either kind of line end, and none at the last line', async () => {
  const text = '\uFEFFA,B,"C, D"\r\n1,"x ""y"",\r\nz",3\n4,5,6\r\n\r\n"",,'
  expect(await readCsv(text, ['A', 'B'], ['C, D', 'E'])).toEqual([
    { A: '1', B: 'x "y",\r\nz', 'C, D': '3', E: '' },
    { A: '4', B: '5', 'C, D': '6', E: '' },
    { A: '', B: '', 'C, D': '', E: '' },
  ])
})

it.each(['B\n1', 'A,B\n1', 'A,B\n1,2,3', 'A,B\n"1,2', 'A,B\n"1"x,2', ''])(
  '%j is not a table with a column A and whole rows',
  async (text) => {
    await expect(readCsv(text, ['A'])).rejects.toMatchObject({ kind: 'unreadable' })
  },
)

it('a large table leaves other work its turns', async () => {
  let turns = 0
  const count = (): void => {
    turns += 1
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  expect(await readCsv(`A,B\n${'1,"2"\n'.repeat(20_000)}`, ['A'])).toHaveLength(20_000)
  clearImmediate(immediate)
  expect(turns).toBeGreaterThanOrEqual(8)
})
