import { expect, it } from 'vitest'
import { instrumentOf } from '../../entities/prices/markets.fixture.ts'
import { firstLayoutName } from './first-layout-name.ts'

const forex = (tradingOpen: boolean) => instrumentOf({ product: 'Forex', tradingOpen })
const crypto = (tradingOpen: boolean) => instrumentOf({ product: 'Cryptocurrency', tradingOpen })

it.each([
  ['all markets are open', [forex(true), crypto(true)], 'Forex Markets'],
  ['forex is closed', [forex(false), crypto(true)], 'Crypto Markets'],
  ['all markets are closed', [forex(false), crypto(false)], 'Forex Markets'],
  ['no market is listed', [], 'Forex Markets'],
])('begins with a layout that trades while %s', (_, instruments, name) => {
  expect(firstLayoutName(instruments)).toBe(name)
})
