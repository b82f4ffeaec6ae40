import { expect, it } from 'vitest'
import { answering } from '../conformance/answering.fixture.ts'
import { dbnomicsProvider } from './dbnomics-provider.ts'

const doc = (code: string, period: string[], value: unknown[]) => ({
  series_code: code,
  series_name: `Name ${code}`,
  period,
  value,
})
const answer = (docs: unknown[], more: object = {}) => ({ series: { num_found: docs.length, docs }, ...more })

it('series of DBnomics with different periods share their rows, and what one lacks is missing', async () => {
  const docs = [doc('a', ['2023-Q1', '2023-Q2'], [1, '2.5']), doc('b', ['2022-Q4', '2023-Q2'], ['NA', null])]
  const { columns, rows } = await dbnomicsProvider.dataset(
    answering(() => answer(docs)),
    'P/D',
  )
  expect(columns).toEqual([
    { name: 'Date', type: 'date' },
    { name: 'a', type: 'number', label: 'Name a' },
    { name: 'b', type: 'number', label: 'Name b' },
  ])
  expect(rows).toEqual([
    ['2022-10-01', null, null],
    ['2023-01-01', 1, null],
    ['2023-04-01', 2.5, null],
  ])
})

it('a series of DBnomics with more periods than values is an error', async () => {
  const call = answering(() => answer([doc('a', ['2023', '2024'], [1])]))
  await expect(dbnomicsProvider.dataset(call, 'P/D')).rejects.toMatchObject({ kind: 'unreadable' })
})

it('a dataset of DBnomics with many series offers a choice, in either way of writing labels, and the choice is sent', async () => {
  const dataset = {
    dimensions_codes_order: ['geo', 'unit'],
    dimensions_labels: { geo: 'Where' },
    dimensions_values_labels: { geo: { FR: 'France' }, unit: [['PC', 'Percent']] },
  }
  const many = answering(() => ({ dataset, series: { num_found: 21, docs: [] } }))
  expect((await dbnomicsProvider.dataset(many, 'P/D')).dimensions).toEqual([
    { code: 'geo', label: 'Where', values: [{ code: 'FR', label: 'France' }] },
    { code: 'unit', label: 'unit', values: [{ code: 'PC', label: 'Percent' }] },
  ])
  const sent: unknown[] = []
  const call = answering((path, { dimensions }) => {
    sent.push([path, dimensions])
    return answer([])
  })
  await dbnomicsProvider.dataset(call, 'P/D:2024-10/geo=FR&geo=D%26E&unit=PC')
  expect(sent).toEqual([['series/P/D%3A2024-10', '{"geo":["FR","D&E"],"unit":["PC"]}']])
})
