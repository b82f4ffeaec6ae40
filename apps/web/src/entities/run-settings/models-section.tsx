import { Button, Collapse, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconRestore } from '@tabler/icons-react'
import { type MarketInstrument, summarizeTables } from '@tradeloom/contracts'
import { type Setting, SETTING_GROUPS, SETTINGS, summarizeModels, venueName } from '@tradeloom/domain'
import { type ReactElement, useState } from 'react'
import classes from './new-backtest.module.css'
import type { OtherMarket } from './other-markets.ts'
import { FieldGroup } from './models/field-group.tsx'
import { marketErrors } from './market-drafts.ts'
import { AccountCosts } from './models/account-costs-field.tsx'
import { withCosts } from './models/account-costs.ts'
import { MarketModelFields } from './models/market-model-fields.tsx'
import { defaultDraft, modelsOf, type ModelsDraft, tablesOf, withSpreadFor } from './models/models-draft.ts'
import { useModelsForm } from './models/models-form.ts'
import { SettingFields } from './models/setting-fields.tsx'

interface ModelsSectionProps {
  readonly draft: ModelsDraft
  readonly isOpen: boolean
  /** Whether the data has one price instead of bid and ask. */
  readonly isOnePrice: boolean
  /** Instruments from whose quotes a spread by hour can be learned. */
  readonly quoted: readonly MarketInstrument[]
  /** The other markets that the script opens. */
  readonly markets: readonly OtherMarket[]
  /** The traded one. */
  readonly instrument: MarketInstrument | undefined
  readonly onToggle: () => void
  readonly onChange: (draft: ModelsDraft) => void
}

const ALL: readonly Setting[] = Object.values(SETTINGS)

/** How market, broker and account are modeled. When collapsed, shows what differs from the defaults. */
export function ModelsSection(props: ModelsSectionProps): ReactElement {
  const { isOpen, isOnePrice, markets, instrument, onToggle } = props
  const models = useModelsForm(props)
  const used = withSpreadFor(models.form.values, isOnePrice)
  const [resets, setResets] = useState(0)
  const { form } = models
  const drafts = form.values.markets
  const errors = [models.errors, ...markets.map(({ id }) => marketErrors(drafts[id]))]
  const hasErrors = errors.some((all) => Object.keys(all).length > 0)
  const opened = markets.map(({ id }) => id)
  const summary = hasErrors ? '' : summarizeModels(ALL, modelsOf(used, opened), summarizeTables(tablesOf(used)))
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
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
          {hasErrors ? 'Some fields need attention' : summary || 'Default: spread from the data, no other costs'}
        </span>
        {summary === '' && !hasErrors ? null : (
          <Button
            variant="subtle"
            px={4}
            leftSection={<IconRestore size={14} aria-hidden />}
            onClick={() => {
              form.setValues(defaultDraft())
              setResets(resets + 1)
            }}
          >
            Reset
          </Button>
        )}
      </div>
      <Collapse expanded={isOpen}>
        <Stack gap="sm" pt="xs">
          {instrument === undefined ? null : (
            <AccountCosts
              instrument={instrument}
              onCosts={(costs) => form.setValues(withCosts(form.getValues(), costs))}
            />
          )}
          {Object.entries(SETTING_GROUPS).map(([group, title]) => (
            <FieldGroup key={group} title={title}>
              {ALL.filter((setting) => setting.group === group).map((setting) => (
                <SettingFields key={setting.key} models={models} setting={setting} />
              ))}
            </FieldGroup>
          ))}
          {markets.map(({ id, instrument }) => (
            <MarketModelFields
              key={`${id} ${resets}`}
              title={instrument === undefined ? id : `${instrument.displaySymbol} ${venueName(instrument.broker)}`}
              draft={drafts[id]}
              onChange={(draft) => form.setFieldValue('markets', { ...form.getValues().markets, [id]: draft })}
            />
          ))}
        </Stack>
      </Collapse>
    </div>
  )
}
