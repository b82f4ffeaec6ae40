// In TypeScript: momentum over some bars, with state in an object.
interface State {
  side: Direction | null
  bars: number
}
const quarters: Bars = bars('M15')
const state: State = { side: null, bars: 0 }

function sideOf(move: number): Direction | null {
  if (move > pips(15)) return 'LONG'
  return move < -pips(15) ? 'SHORT' : null
}

function onIntervalClose(bar: Bar): void {
  state.bars += 1
  const side = sideOf(bar.close - quarters.close(8))
  if (side === null || side === state.side) return
  state.side = side
  closeAll()
  if (side === 'LONG') buy({ quantity: 10000 } satisfies OrderRequest)
  else sell({ quantity: 10000 } as OrderRequest)
}
