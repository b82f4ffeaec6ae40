import { MantineProvider } from '@mantine/core'
import { type Setting, SETTINGS } from '@tradeloom/domain'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { defaultDraft, draftErrors, type ModelsDraft } from './models-draft.ts'
import { useModelsForm } from './models-form.ts'
import { SettingFields } from './setting-fields.tsx'

/** Slippage with an additional choice. */
const WIDENED: Setting = {
  ...SETTINGS.slippage,
  choices: {
    ...SETTINGS.slippage.choices,
    depth: {
      title: 'By depth',
      help: 'Grows with the quantity.',
      fields: {
        perLot: {
          ...SETTINGS.slippage.choices.fixed.fields.pips,
          title: 'Slippage per lot',
          help: 'Added up.',
          max: 5,
        },
      },
    },
  },
}

interface FormProps {
  readonly setting: Setting
  readonly isOnePrice?: boolean
  readonly onChange?: (draft: ModelsDraft) => void
}

function Form({ setting, isOnePrice = true, onChange = () => {} }: FormProps): ReactElement {
  const models = useModelsForm({ draft: defaultDraft(), isOnePrice, quoted: [], onChange })
  const errors = draftErrors(models.form.values, [setting])
  return <SettingFields models={{ ...models, errors }} setting={setting} />
}

function renderForm(props: FormProps): void {
  render(
    <MantineProvider env="test">
      <Form {...props} />
    </MantineProvider>,
  )
}

async function choose(label: string, option: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(screen.getByRole('option', { name: option }))
}

describe('SettingFields', () => {
  it('shows a choice that was added to a run model, with its field and bounds', async () => {
    let draft = defaultDraft()
    renderForm({ setting: WIDENED, onChange: (changed) => void (draft = changed) })
    await choose('Slippage', 'By depth')
    expect(screen.getByText('Grows with the quantity.')).toBeDefined()
    const field = screen.getByLabelText('Slippage per lot (pips)')
    expect(screen.getByText('Added up.')).toBeDefined()
    await userEvent.clear(field)
    await userEvent.type(field, '6')
    expect(screen.getByText('Must be a number from 0 to 5')).toBeDefined()
    expect(draft.settings['slippage']).toMatchObject({ choice: 'depth', values: { perLot: 6 } })
  })

  it('keeps what was typed while other choices are tried', async () => {
    renderForm({ setting: SETTINGS.slippage })
    await userEvent.clear(screen.getByLabelText('Slippage (pips)'))
    await userEvent.type(screen.getByLabelText('Slippage (pips)'), '0.7')
    await choose('Slippage', 'Random for each fill')
    expect(screen.queryByLabelText('Slippage (pips)')).toBeNull()
    await choose('Slippage', 'Same for every fill')
    expect(screen.getByLabelText<HTMLInputElement>('Slippage (pips)').value).toBe('0.7')
  })

  it('adds and removes margin tiers', async () => {
    renderForm({ setting: SETTINGS.margin })
    await choose('Margin', 'By quantity')
    await userEvent.click(screen.getByRole('button', { name: 'Add tier' }))
    expect(screen.getByLabelText<HTMLInputElement>('Tier 3 from (units)').value).toBe('from 200,000 units')
    await userEvent.click(screen.getByRole('button', { name: 'Remove tier 1' }))
    expect(screen.getByText('Must begin at 0 units')).toBeDefined()
  })

  it('requires a spread only if the data has one price', () => {
    renderForm({ setting: SETTINGS.spread, isOnePrice: false })
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Spread' }).disabled).toBe(true)
    expect(screen.getByText('This instrument has bid and ask at all times.')).toBeDefined()
  })

  it('offers rates by day once a swap is charged', async () => {
    renderForm({ setting: SETTINGS.swap })
    expect(screen.queryByRole('combobox', { name: 'Swap rates' })).toBeNull()
    await choose('Swap', 'Pips per night')
    await choose('Swap rates', 'By day')
    expect(screen.getByText('Rows are missing')).toBeDefined()
  })
})
