import { Modal, Select, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { bySymbol } from '../../entities/instruments/group-instruments.ts'
import { isListed } from '../../entities/instruments/use-instrument.ts'
import type { PanelSetting } from '../../entities/panels/define-panel.ts'
import { type Cell, optionsOf } from '../../entities/panels/layout.ts'
import { findPanel, showsInstrument } from '../../entities/panels/panels.ts'
import { keepOptions } from './keep-options.ts'

interface PanelSettingsProps {
  readonly cell: Cell
  readonly isOpen: boolean
  readonly onClose: () => void
}

type Values = Readonly<Record<string, unknown>>

/** The instrument of a panel, and what else it offers. Each change is shown at once. */
export function PanelSettings({ cell, isOpen, onClose }: PanelSettingsProps): ReactElement | null {
  const panel = findPanel(cell.view)
  if (panel === null) return null
  const values = panel.readOptions(optionsOf(cell, panel.version)) as Values
  const change = (option: string, value: unknown): void =>
    keepOptions(cell, panel.storeOptions({ ...values, [option]: value }))
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`Settings of ${panel.title}`}
      size={400}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        {showsInstrument(cell.view) ? (
          <InstrumentSelect
            value={String(values['instrumentId'])}
            onChange={(instrumentId) => change('instrumentId', instrumentId)}
          />
        ) : null}
        {panel.settings?.map((setting) => (
          <Field key={setting.option} setting={setting} values={values} onChange={change} />
        ))}
      </Stack>
    </Modal>
  )
}

interface FieldProps {
  readonly setting: PanelSetting
  readonly values: Values
  readonly onChange: (option: string, value: unknown) => void
}

function Field({ setting, values, onChange }: FieldProps): ReactElement {
  const { option, label } = setting
  const value = values[option]
  if (!('choices' in setting)) {
    return (
      <Switch
        label={label}
        checked={value === true}
        onChange={(event) => onChange(option, event.currentTarget.checked)}
      />
    )
  }
  return (
    <Select
      label={label}
      data={[...setting.choices]}
      value={String(value)}
      allowDeselect={false}
      onChange={(choice) => choice !== null && onChange(option, choice)}
    />
  )
}

interface InstrumentSelectProps {
  readonly value: string
  readonly onChange: (instrumentId: string) => void
}

function InstrumentSelect({ value, onChange }: InstrumentSelectProps): ReactElement {
  const { data = [] } = useQuery(instrumentsQuery)
  const listed = data.filter(({ status }) => isListed(status)).toSorted(bySymbol)
  return (
    <Select
      label="Instrument"
      searchable
      data={listed.map(({ id, displaySymbol, exchangeName }) => ({
        value: id,
        label: `${displaySymbol} ${exchangeName}`,
      }))}
      value={value}
      allowDeselect={false}
      nothingFoundMessage="No matches"
      onChange={(id) => id !== null && onChange(id)}
    />
  )
}
