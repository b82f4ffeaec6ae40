import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { formatPlain } from '../../../ui/format.ts'
import { parseExternal } from '../../../entities/run-settings/parse-external.ts'
import classes from './new-optimization.module.css'
import type { ExhaustiveDraft } from './search-draft.ts'

interface ExhaustiveFieldProps {
  readonly name: string
  readonly draft: ExhaustiveDraft
  readonly errors: { readonly from: string | undefined; readonly to: string | undefined }
  readonly onChange: (draft: ExhaustiveDraft) => void
}

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** From, to and the number of evenly spaced values of one external. */
export function ExhaustiveField({ name, draft, errors, onChange }: ExhaustiveFieldProps): ReactElement {
  const { from, to, count } = draft
  // A count of an optimization that was made elsewhere.
  const counts = COUNTS.includes(count) ? COUNTS : [...COUNTS, count]
  const settle = (changes: Partial<ExhaustiveDraft>): void => {
    const next = { ...draft, ...changes }
    const [start, end] = [parseExternal(next.from), parseExternal(next.to)]
    const cleared = {
      ...next,
      ...(start === undefined ? { from: '' } : {}),
      ...(end === undefined ? { to: '' } : {}),
    }
    const isOne = typeof end !== 'number' || start === end
    onChange(isOne ? { ...cleared, count: 1 } : cleared)
  }
  return (
    <fieldset className={classes['external']}>
      <legend>{name}</legend>
      <SimpleGrid cols={3} spacing="xs">
        <TextInput
          label="From"
          aria-label={`${name} from`}
          name={`${name}.from`}
          autoComplete="off"
          inputMode="decimal"
          error={errors.from}
          value={from}
          onChange={({ currentTarget }) => onChange({ ...draft, from: currentTarget.value })}
          onBlur={() => settle({})}
        />
        <TextInput
          label="To"
          aria-label={`${name} to`}
          name={`${name}.to`}
          autoComplete="off"
          inputMode="decimal"
          error={errors.to}
          value={to}
          onChange={({ currentTarget }) => onChange({ ...draft, to: currentTarget.value })}
          onBlur={() => settle({})}
        />
        <Select
          label="Count"
          aria-label={`${name} count`}
          allowDeselect={false}
          data={counts.map((value) => ({ value: String(value), label: value === 1 ? 'Off (1)' : String(value) }))}
          value={String(count)}
          onChange={(value) => settle({ count: Number(value) })}
        />
      </SimpleGrid>
      <p className={`${classes['values']} num`}>{valuesText(draft)}</p>
    </fieldset>
  )
}

function valuesText({ from, to, count }: ExhaustiveDraft): string {
  const [start, end] = [parseExternal(from), parseExternal(to)]
  if (typeof start !== 'number') return 'No values'
  const stays = `Fixed at ${formatPlain(start, 6)}`
  if (typeof end !== 'number' || end === start) return stays
  if (count === 1) return `${stays}: choose a count for values up to ${formatPlain(end, 6)}`
  const values = Array.from({ length: count }, (_, k) => start + ((end - start) * k) / (count - 1))
  return values.map((value) => formatPlain(value, 6)).join(', ')
}
