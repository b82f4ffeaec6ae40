import { ActionIcon, Button, Input, NumberInput, Stack } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { TiersField as Definition } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import classes from '../new-backtest.module.css'
import { FIELD_ORDER } from './field-order.ts'
import type { TierDraft } from './setting-draft.ts'

interface TiersFieldProps {
  readonly field: Definition
  readonly tiers: readonly TierDraft[]
  readonly error: string | undefined
  readonly onChange: (tiers: readonly TierDraft[]) => void
}

/** Rates by quantity: one row per tier. */
export function TiersField({ field, tiers, error, onChange }: TiersFieldProps): ReactElement {
  const change = (i: number, changes: Partial<TierDraft>): void =>
    onChange(tiers.map((tier, place) => (place === i ? { ...tier, ...changes } : tier)))
  return (
    <Input.Wrapper
      label={field.title}
      labelElement="div"
      description={field.help}
      error={error}
      inputWrapperOrder={FIELD_ORDER}
      className={classes['wide']}
    >
      <Stack gap={6}>
        {tiers.map(({ from, rate }, i) => (
          <div key={i} className={classes['tier']}>
            <NumberInput
              aria-label={`Tier ${i + 1} from (units)`}
              prefix="from "
              suffix=" units"
              thousandSeparator=","
              min={0}
              step={10_000}
              value={from}
              onChange={(value) => change(i, { from: value })}
            />
            <NumberInput
              aria-label={`Tier ${i + 1} margin (%)`}
              suffix="%"
              min={0}
              step={0.5}
              value={rate}
              onChange={(value) => change(i, { rate: value })}
            />
            <ActionIcon
              aria-label={`Remove tier ${i + 1}`}
              disabled={tiers.length === 1}
              onClick={() => onChange(tiers.filter((_, place) => place !== i))}
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
          disabled={tiers.length >= field.maxTiers}
          onClick={() => onChange([...tiers, nextTier(tiers)])}
        >
          Add tier
        </Button>
      </Stack>
    </Input.Wrapper>
  )
}

/** Twice the quantity at the same rate, which is a valid tier. */
function nextTier(tiers: readonly TierDraft[]): TierDraft {
  const last = tiers.at(-1)
  return { from: (Number(last?.from) || 50_000) * 2, rate: last?.rate ?? 2 }
}
