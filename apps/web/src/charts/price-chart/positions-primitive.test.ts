import type { Position } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import type { ChartColors } from '../chart-colors.ts'
import { PositionsPrimitive } from './positions-primitive.ts'

const COLORS = { buy: 'green', sell: 'red', info: 'blue', warn: 'amber', accent: 'accent', background: 'back' }

/** The colors of the marks that were filled: triangles where positions open, circles where they close. */
function markedBy(position: Partial<Position>): string[] {
  const filled: string[] = []
  let shape = ''
  const context = {
    fillStyle: '',
    arc: () => (shape = 'circle'),
    closePath: () => (shape = 'triangle'),
    fill: () => void filled.push(`${context.fillStyle} ${shape}`),
    ...Object.fromEntries(
      ['save', 'restore', 'beginPath', 'moveTo', 'lineTo', 'stroke', 'setLineDash', 'fillRect'].map((name) => [
        name,
        () => undefined,
      ]),
    ),
  }
  const scale = { getVisibleLogicalRange: () => ({ from: 0, to: 10 }), logicalToCoordinate: (at: number) => at }
  const primitive = new PositionsPrimitive(COLORS as unknown as ChartColors)
  primitive.attached({
    chart: { timeScale: () => scale },
    series: { priceToCoordinate: (price: number) => price },
    requestUpdate: () => undefined,
  } as never)
  const whole = { id: 1, direction: 'LONG', openPrice: 1, closePrice: null, stopLoss: null, takeProfit: null }
  primitive.show([{ position: { ...whole, ...position } as Position, from: 2, to: 5 }])
  const space = { context, mediaSize: { width: 100, height: 100 } }
  primitive.draw({ useMediaCoordinateSpace: (use: (given: typeof space) => void) => use(space) } as never)
  return filled
}

it('marks an open position where it opened, in neither the color of gain nor of loss', () => {
  expect(markedBy({ status: 'OPEN', profit: 5 })).toEqual(['blue triangle'])
})

it('marks a closed position at its close too, green when its profit is above zero, otherwise red', () => {
  const closed = (profit: number) => markedBy({ status: 'CLOSED', profit, closePrice: 2 })
  expect(closed(0.01)).toEqual(['green circle', 'green triangle'])
  expect(closed(0)).toEqual(['red circle', 'red triangle'])
  expect(closed(-1)).toEqual(['red circle', 'red triangle'])
})
