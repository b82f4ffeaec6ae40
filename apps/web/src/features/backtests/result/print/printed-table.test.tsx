import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PrintedTable } from './printed-table.tsx'

const COLUMNS = [{ id: 'n', header: 'No.', width: 50, isNumber: true, cell: ({ n }: { readonly n: number }) => n }]
const rows = Array.from({ length: 300 }, (_, n) => ({ n }))

it('A printed table has all of its rows in the document, and says when the run has more', () => {
  render(<PrintedTable title="Positions" columns={COLUMNS} rows={rows} total={20_000} keyOf={({ n }) => n} />, {
    wrapper: MantineProvider,
  })
  expect(screen.getAllByRole('row')).toHaveLength(301)
  expect(screen.getByText(/The first 300 of 20,000 rows/)).toBeTruthy()
})
