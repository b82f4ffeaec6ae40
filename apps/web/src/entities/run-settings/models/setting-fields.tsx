import { fieldsOf, NONE, type Setting } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { ChoiceField } from './choice-field.tsx'
import { FundingTable } from './funding-table.tsx'
import { usesRows } from './models-draft.ts'
import type { ModelsForm } from './models-form.ts'
import { SpreadTable } from './spread-table.tsx'
import { SwapTable } from './swap-table.tsx'
import { ValueField } from './value-field.tsx'

export interface SettingFieldsProps {
  readonly models: ModelsForm
  readonly setting: Setting
}

const TABLES = { spreadByHour: SpreadTable, swapRates: SwapTable, fundingRates: FundingTable } as const

/** The fields of one run model: its choice, the values of that choice, and its table. */
export function SettingFields({ models, setting }: SettingFieldsProps): ReactElement {
  const { form, isOnePrice } = models
  const draft = form.values.settings[setting.key]
  const choices = Object.entries(setting.choices).map(([value, choice]) => ({ value, ...choice }))
  const all = setting.none ? [{ value: NONE, ...setting.none }, ...choices] : choices
  if (draft === undefined) return <></>
  if (setting.whenQuoted && !isOnePrice) {
    return (
      <ChoiceField label={setting.title} choices={[{ value: NONE, ...setting.whenQuoted }]} value={NONE} isDisabled />
    )
  }
  const { table } = setting
  const Table = table && TABLES[table.key]
  const mayHaveRows = table && setting.none && draft.choice !== NONE
  return (
    <>
      {all.length > 1 ? (
        <ChoiceField
          label={setting.title}
          choices={all}
          value={draft.choice}
          onChange={(choice) => form.setFieldValue(`settings.${setting.key}.choice`, choice)}
        />
      ) : null}
      {Object.entries(fieldsOf(setting, draft.choice)).map(([name, field]) => (
        <ValueField key={name} models={models} setting={setting} name={name} field={field} />
      ))}
      {mayHaveRows ? (
        <ChoiceField
          label={`${setting.title} rates`}
          choices={[
            { value: 'constant', ...table.without },
            { value: 'rows', ...table.within },
          ]}
          value={draft.hasRows ? 'rows' : 'constant'}
          onChange={(value) => form.setFieldValue(`settings.${setting.key}.hasRows`, value === 'rows')}
        />
      ) : null}
      {table && Table && usesRows(setting, draft) ? (
        <Table models={models} table={table} error={models.errors[`${setting.key}.rows`]} />
      ) : null}
    </>
  )
}
