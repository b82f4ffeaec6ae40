import { describe, expect, it } from 'vitest'
import { type Setting, SETTINGS } from '../../packages/domain/src/index.ts'
import { settingRows } from './setting-rows.ts'

const names = (setting: Setting): string[] => settingRows(setting).map(({ name }) => name)

describe('settingRows', () => {
  it('lists the choices of a run model, or the fields if it has a single choice', () => {
    expect(names(SETTINGS.margin)).toEqual(['margin: instrument', 'margin: rate', 'margin: tiers'])
    expect(names(SETTINGS.funding)).toEqual(['funding: hours', 'funding: rate', 'funding: rates'])
    expect(names(SETTINGS.spread)).toEqual(['spread: data', 'spread: fixed', 'spread: hourly'])
  })

  it('lists a choice that was added to a run model', () => {
    const choices = { ...SETTINGS.slippage.choices, depth: { title: 'By depth', help: 'Grows with the quantity.' } }
    const rows = settingRows({ ...SETTINGS.slippage, choices })
    expect(rows.at(-1)).toEqual({ name: 'slippage: depth', text: 'Grows with the quantity.' })
  })
})
