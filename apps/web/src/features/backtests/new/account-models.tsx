import { ActionIcon, Button, Input, NumberInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { type Choice, ChoiceField, FieldGroup, type ModelFieldsProps, NumberField } from './model-inputs.tsx'
import type { ModelsDraft, TierDraft } from './models-draft.ts'
import classes from './new-backtest.module.css'

const ACCOUNTING: readonly Choice<ModelsDraft['accounting']>[] = [
  { value: 'hedging', label: 'Hedging', hint: 'Long and short positions stand side by side.' },
  { value: 'netting', label: 'Netting', hint: 'One position per instrument: opposite orders close it first.' },
]

const MARGIN: readonly Choice<ModelsDraft['margin']>[] = [
  { value: 'instrument', label: "The instrument's rate", hint: 'As its broker asks for it.' },
  { value: 'rate', label: 'One rate', hint: 'A share of the value of each position.' },
  { value: 'tiers', label: 'By quantity', hint: 'Larger positions need a larger share.' },
]

const MOST_TIERS = 50

function Tiers({ draft, errors, onChange }: ModelFieldsProps): ReactElement {
  const { tiers } = draft
  const change = (at: number, changes: Partial<TierDraft>): void =>
    onChange({ tiers: tiers.map((tier, place) => (place === at ? { ...tier, ...changes } : tier)) })
  return (
    <Input.Wrapper
      label="Margin by quantity"
      labelElement="div"
      description="Each rate holds for the units from its own beginning to the next one's."
      error={errors.tiers}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      className={classes['wide']}
    >
      <div className={classes['tiers']}>
        {tiers.map(({ from, percent }, at) => (
          <div key={at} className={classes['tier']}>
            <NumberInput
              aria-label={`Tier ${at + 1} from (units)`}
              prefix="from "
              suffix=" units"
              thousandSeparator=","
              min={0}
              step={10_000}
              value={from}
              onChange={(value) => change(at, { from: value })}
            />
            <NumberInput
              aria-label={`Tier ${at + 1} margin (%)`}
              suffix=" %"
              min={0}
              step={0.5}
              value={percent}
              onChange={(value) => change(at, { percent: value })}
            />
            <ActionIcon
              aria-label={`Remove tier ${at + 1}`}
              disabled={tiers.length === 1}
              onClick={() => onChange({ tiers: tiers.filter((_, place) => place !== at) })}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="subtle"
          px={4}
          className={classes['addTier']}
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={tiers.length >= MOST_TIERS}
          onClick={() => onChange({ tiers: [...tiers, nextTier(tiers)] })}
        >
          Add tier
        </Button>
      </div>
    </Input.Wrapper>
  )
}

/** Twice the quantity at the same rate: a tier that is right as it stands. */
function nextTier(tiers: readonly TierDraft[]): TierDraft {
  const last = tiers.at(-1)
  return { from: (Number(last?.from) || 50_000) * 2, percent: last?.percent ?? 2 }
}

/** How the account counts positions and what they bind. */
export function AccountModels(props: ModelFieldsProps): ReactElement {
  const { draft, onChange } = props
  return (
    <FieldGroup title="Account">
      <ChoiceField
        label="Accounting"
        choices={ACCOUNTING}
        value={draft.accounting}
        onChange={(accounting) => onChange({ accounting })}
      />
      <ChoiceField label="Margin" choices={MARGIN} value={draft.margin} onChange={(margin) => onChange({ margin })} />
      {draft.margin === 'rate' ? (
        <NumberField
          {...props}
          name="marginPercent"
          label="Margin rate"
          unit="% of value"
          step={0.5}
          hint="5 % lets one trade twenty times the balance."
        />
      ) : null}
      {draft.margin === 'tiers' ? <Tiers {...props} /> : null}
    </FieldGroup>
  )
}
