import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import classes from './new-optimization.module.css'
import type { SteppedDraft } from './search-draft.ts'

interface SteppedFieldProps {
  readonly name: string
  readonly draft: SteppedDraft
  readonly errors: {
    readonly from: string | undefined
    readonly to: string | undefined
    readonly step: string | undefined
  }
  readonly onChange: (draft: SteppedDraft) => void
}

const KINDS = [
  { value: 'decimal', label: 'Decimal' },
  { value: 'integer', label: 'Integer' },
  { value: 'round', label: 'Round to' },
]

/** One external of a search that chooses its values itself. */
export function SteppedField({ name, draft, errors, onChange }: SteppedFieldProps): ReactElement {
  const { isOptimized, from, to, kind, decimalPlaces, roundTo } = draft
  const text = (changes: Partial<SteppedDraft>): void => onChange({ ...draft, ...changes })
  return (
    <fieldset className={classes['external']}>
      <legend>{name}</legend>
      <Switch
        size="xs"
        label="Optimize"
        aria-label={`Optimize ${name}`}
        checked={isOptimized}
        onChange={({ currentTarget }) => text({ isOptimized: currentTarget.checked })}
      />
      <SimpleGrid cols={isOptimized ? { base: 2, sm: 4 } : 2} spacing="xs">
        <TextInput
          label={isOptimized ? 'From' : 'Value'}
          aria-label={isOptimized ? `${name} from` : `${name} value`}
          name={`${name}.from`}
          autoComplete="off"
          inputMode="decimal"
          error={errors.from}
          value={from}
          onChange={({ currentTarget }) => text({ from: currentTarget.value })}
        />
        {isOptimized ? (
          <>
            <TextInput
              label="To"
              aria-label={`${name} to`}
              name={`${name}.to`}
              autoComplete="off"
              inputMode="decimal"
              error={errors.to}
              value={to}
              onChange={({ currentTarget }) => text({ to: currentTarget.value })}
            />
            <Select
              label="Step"
              aria-label={`${name} step`}
              allowDeselect={false}
              data={KINDS}
              value={kind}
              onChange={(value) => text({ kind: (value ?? 'integer') as SteppedDraft['kind'] })}
            />
            {kind === 'decimal' ? (
              <TextInput
                label="Decimal places"
                aria-label={`${name} decimal places`}
                name={`${name}.step`}
                autoComplete="off"
                inputMode="numeric"
                error={errors.step}
                value={decimalPlaces}
                onChange={({ currentTarget }) => text({ decimalPlaces: currentTarget.value })}
              />
            ) : null}
            {kind === 'round' ? (
              <TextInput
                label="Round to"
                aria-label={`${name} round to`}
                name={`${name}.step`}
                autoComplete="off"
                inputMode="decimal"
                error={errors.step}
                value={roundTo}
                onChange={({ currentTarget }) => text({ roundTo: currentTarget.value })}
              />
            ) : null}
          </>
        ) : null}
      </SimpleGrid>
    </fieldset>
  )
}
