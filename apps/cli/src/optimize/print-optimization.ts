import type { Luck } from '@tradeloom/optimizer'
import type { Terminal } from '../terminal.ts'
import type { OptimizationRow } from './optimization-row.ts'

const MAX_ROWS = 20

/** Prints the best rows as a table, and how much of the best one is luck. */
export function printOptimization(
  ranked: readonly OptimizationRow[],
  objective: string,
  luck: Luck,
  terminal: Terminal,
): void {
  const names = Object.keys(ranked[0]?.externals ?? {})
  const header = ['Index', ...names, 'Positions', 'Profit', 'Profit %', 'Max drawdown', objective, 'Status']
  const lines = ranked.slice(0, MAX_ROWS).map((row) => cellsOf(row, names))
  const widths = header.map((title, k) => Math.max(title.length, ...lines.map((cells) => (cells[k] as string).length)))
  for (const cells of [header, ...lines])
    terminal.out(`${cells.map((cell, k) => cell.padStart(widths[k] as number)).join('  ')}\n`)
  if (ranked.length > MAX_ROWS) terminal.out(`… and ${ranked.length - MAX_ROWS} more\n`)
  terminal.out('\n')
  for (const line of luckLines(luck)) terminal.out(`${line}\n`)
}

function cellsOf(row: OptimizationRow, names: readonly string[]): string[] {
  const number = (value: number | null, decimals = 2) => (value === null ? '–' : value.toFixed(decimals))
  return [
    String(row.index),
    ...names.map((name) => String(row.externals[name])),
    number(row.positionCount, 0),
    number(row.profit),
    number(row.profitPercentage),
    number(row.maxDrawdown),
    number(row.objective, 4),
    row.status,
  ]
}

const NOTHING = { lower: null, consistent: null, upper: null, studentized: null }

function luckLines(luck: Luck): string[] {
  const percent = (share: number | null) => (share === null ? 'too little data' : `${(share * 100).toFixed(1)}%`)
  const ratio = (value: number | null) => (value === null ? 'too little data' : value.toFixed(4))
  const { lower, consistent, upper, studentized } = luck.superiorAbility ?? NOTHING
  const edges = luck.edgeExternals.join(', ')
  return [
    `How much of this is luck? ${luck.distinctTrials} distinct trials, ${luck.days} days`,
    `Sharpe ratio per day        ${ratio(luck.sharpe)}, luck alone explains ${ratio(luck.luckiestSharpe)}`,
    `Probability of an edge      ${percent(luck.probabilisticSharpe)}, deflated for the trials ${percent(luck.deflatedSharpe)}`,
    `Probability of overfitting  ${percent(luck.overfittingProbability)}`,
    // Hansen's own test rejects too often with many trials, see superiorAbility: it must not lead.
    `No trial has an edge: p     ${percent(studentized?.p ?? null)} by the studentized test, ${percent(luck.realityCheck)} by the Reality Check`,
    `                            ${percent(consistent)} (${percent(lower)} to ${percent(upper)}) by Hansen's test, which is too low with many trials`,
    ...(luck.plateauBest === null ? [] : [`Best surroundings           trial ${luck.plateauBest}`]),
    ...(edges === '' ? [] : [`Best value at the end of its range: ${edges}`]),
  ]
}
