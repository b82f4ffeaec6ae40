import { findFake } from '@tradeloom/venue-lab/sources'
import { expect, it } from 'vitest'
import { allRevisions, answering, isoOf } from '../conformance/answering.fixture.ts'
import { ecbProvider } from './ecb-provider.ts'

const fake = await findFake('ecb')
const SPOT = 'EXR/D.USD.EUR.SP00.A'

function answered(change: (text: string) => string = (text) => text) {
  return answering((path, query) => {
    const given = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]))
    return change(fake.answer({ path: ['service', ...path.split('/')], query: given }).body as string)
  })
}

it('values of the ECB are known when they became valid, to the second, on both sides of the change of clocks', async () => {
  const all = await allRevisions(ecbProvider, answered(), SPOT)
  expect(
    all.map(({ periodStart, value, knownAt }) => [isoOf(periodStart).slice(0, 10), value, isoOf(knownAt)]),
  ).toEqual([
    ['2024-03-28', 1.0811, '2024-03-28T14:56:40.000Z'],
    ['2024-04-02', 1.0749, '2024-04-02T13:57:01.000Z'],
    ['2024-04-02', 1.075, '2024-04-03T07:00:00.000Z'],
    ['2024-04-03', Number.NaN, '2024-04-03T13:57:01.000Z'],
    // Valid from midnight is a day without a time.
    ['2024-04-04', Number.NaN, '2024-04-04T22:00:00.000Z'],
    ['2024-04-04', 1.0852, '2024-04-08T13:00:00.000Z'],
    ['2024-04-04', Number.NaN, '2024-04-09T13:00:00.000Z'],
  ])
})

it('a table of the ECB that lacks a column, is cut off or holds no number is an error', async () => {
  for (const change of [
    (text: string) => text.replace('OBS_VALUE', 'VALUE'),
    (text: string) => text.slice(0, text.lastIndexOf(',"ECB')),
    (text: string) => text.replace('1.0811', '1.08.11'),
    (text: string) => text.replace('2024-03-28', 'March'),
    () => '<html>',
  ])
    await expect(ecbProvider.dataset(answered(change), SPOT)).rejects.toMatchObject({ kind: 'unreadable' })
})

it('a pattern of the ECB that has several series has no revisions of one', async () => {
  const two = answered((text) => text.replace('EXR.D.USD', 'EXR.D.XAD'))
  await expect(allRevisions(ecbProvider, two, SPOT)).rejects.toMatchObject({ kind: 'bad-request' })
})

it('names of dataflows of the ECB are English and plain', async () => {
  expect((await ecbProvider.databases(answered())).map(({ code, name }) => [code, name])).toEqual([
    ['EXR', 'Exchange Rates'],
    ['MNA', 'National accounts & GDP'],
  ])
})

it('reference rates of the ECB come out at four in the afternoon of working days, and nobody says when others do', async () => {
  const found = await ecbProvider.releases?.(answered(), SPOT, '2026-03-27', '2026-03-31')
  expect(found?.map(({ day, at }) => [day, isoOf(at)])).toEqual([
    ['2026-03-27', '2026-03-27T15:00:00.000Z'],
    // After the change to daylight saving time.
    ['2026-03-30', '2026-03-30T14:00:00.000Z'],
    ['2026-03-31', '2026-03-31T14:00:00.000Z'],
  ])
  expect(await ecbProvider.releases?.(answered(), 'EXR/M.USD.EUR.SP00.A', '2026-03-27', '2026-03-31')).toEqual([])
})

it('units of the ECB are named with their power of ten', async () => {
  expect(await ecbProvider.unit?.(answered(), SPOT)).toBe('USD')
  const { columns } = await ecbProvider.dataset(answered(), 'MNA/Q.Y.I8.W2.S1.S1.B.B1GQ._Z._Z._Z.EUR.LR.N')
  expect(columns.map(({ unit }) => unit)).toEqual([undefined, '10^6 EUR'])
  expect(
    await ecbProvider.unit?.(
      answered((text) => text.replaceAll('UNIT', 'X')),
      SPOT,
    ),
  ).toBeNull()
})
