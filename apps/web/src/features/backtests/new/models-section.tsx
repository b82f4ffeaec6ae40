import { Button, Collapse, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconRestore } from '@tabler/icons-react'
import { summarizeTables } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { AccountModels } from './account-models.tsx'
import { CostModels } from './cost-models.tsx'
import type { PriceFieldsProps } from './model-inputs.tsx'
import { draftErrors, modelsOf, type ModelsDraft, plainDraft, tablesOf, withSpreadFor } from './models-draft.ts'
import { modelsSummary } from './models-summary.ts'
import classes from './new-backtest.module.css'
import { OrderModels } from './order-models.tsx'

interface ModelsSectionProps extends Pick<PriceFieldsProps, 'isOnePrice' | 'quoted'> {
  readonly draft: ModelsDraft
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onChange: (draft: ModelsDraft) => void
}

/** How market, broker and account are modelled. Folded it says what differs from plain, which is right for a first look. */
export function ModelsSection(props: ModelsSectionProps): ReactElement {
  const { draft, isOpen, isOnePrice, quoted, onToggle, onChange } = props
  const used = withSpreadFor(draft, isOnePrice)
  const errors = draftErrors(used)
  const hasErrors = Object.keys(errors).length > 0
  const summary = hasErrors ? '' : modelsSummary(modelsOf(used), summarizeTables(tablesOf(used)))
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const fields = { draft, errors, onChange: (changes: Partial<ModelsDraft>) => onChange({ ...draft, ...changes }) }
  return (
    <div>
      <div className={classes['head']}>
        <Button
          variant="subtle"
          px={4}
          leftSection={<Chevron size={14} aria-hidden />}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          Prices and costs
        </Button>
        <span className={classes['summary']} data-wrong={hasErrors || undefined}>
          {hasErrors ? 'Some fields need another look' : summary || 'Plain: the spread of the data, and no other costs'}
        </span>
        {summary === '' && !hasErrors ? null : (
          <Button
            variant="subtle"
            px={4}
            leftSection={<IconRestore size={14} aria-hidden />}
            onClick={() => onChange(plainDraft())}
          >
            Reset
          </Button>
        )}
      </div>
      <Collapse expanded={isOpen}>
        <Stack gap="sm" pt="xs">
          <OrderModels {...fields} isOnePrice={isOnePrice} quoted={quoted} />
          <CostModels {...fields} />
          <AccountModels {...fields} />
        </Stack>
      </Collapse>
    </div>
  )
}
