import { Select } from '@mantine/core'
import type { ReactElement } from 'react'
import type { VaryingAxis } from './varying-axes.ts'

interface ExternalPairProps {
  readonly axes: readonly VaryingAxis[]
  readonly x: number
  readonly y: number
  readonly onChange: (x: number, y: number) => void
}

/** The two externals of a chart; choosing the one that the other has swaps them. */
export function ExternalPair({ axes, x, y, onChange }: ExternalPairProps): ReactElement {
  const data = axes.map(({ axis, name }) => ({ value: String(axis), label: name }))
  return (
    <>
      <Select
        size="xs"
        w={110}
        aria-label="External along x"
        allowDeselect={false}
        data={data}
        value={String(x)}
        onChange={(value) => onChange(Number(value), Number(value) === y ? x : y)}
      />
      <Select
        size="xs"
        w={110}
        aria-label="External along y"
        allowDeselect={false}
        data={data}
        value={String(y)}
        onChange={(value) => onChange(Number(value) === x ? y : x, Number(value))}
      />
    </>
  )
}
