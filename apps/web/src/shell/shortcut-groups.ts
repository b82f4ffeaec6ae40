import { CHART_SHORTCUTS } from '../charts/price-chart/chart-shortcuts.ts'
import type { Shortcut } from '../ui/shortcut.ts'
import { DESCRIPTION_SHORTCUTS } from '../features/algorithms/description-shortcuts.ts'
import { BACKTEST_SHORTCUTS } from '../features/backtests/backtest-shortcuts.ts'
import { REPLAY_SHORTCUTS } from '../entities/charts/replay-shortcuts.ts'
import { DASHBOARD_SHORTCUTS } from '../pages/dashboard/dashboard-shortcuts.ts'
import { panelShortcuts } from '../pages/dashboard/panel-shortcuts.ts'
import { usePanelLetters } from '../entities/panels/panel-letters.ts'
import { DRAWING_SHORTCUTS } from '../entities/charts/drawing-shortcuts.ts'
import { CODE_SHORTCUTS } from '../entities/scripts/code-shortcuts.ts'
import { EDITOR_SHORTCUTS } from '../entities/scripts/editor-shortcuts.ts'
import { BOOK_SHORTCUTS, TRADES_SHORTCUTS } from '../features/markets/book-shortcuts.ts'
import { INSTRUMENT_SHORTCUTS } from '../features/markets/instrument-shortcuts.ts'
import { BROKER_LOG_SHORTCUTS } from '../features/trading/connections/broker-log-shortcuts.ts'
import { ORDER_SHORTCUTS } from '../features/trading/order-shortcuts.ts'
import { LIST_SHORTCUTS } from './workspace/list-shortcuts.ts'
import { KILL_SHORTCUTS } from '../features/kill-switch/kill-shortcuts.ts'
import { PAGE_SHORTCUTS } from './page-shortcuts.ts'

interface ShortcutGroup {
  /** Where they work. */
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

/** All shortcuts, as those who handle the keys define them; the letters of panels are as the user has chosen. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  const letters = usePanelLetters()
  return GROUPS.map((group) =>
    group.title === DASHBOARDS ? { ...group, shortcuts: [...group.shortcuts, ...panelShortcuts(letters)] } : group,
  )
}

const DASHBOARDS = 'Dashboards'

const GROUPS: readonly ShortcutGroup[] = [
  { title: 'Every page', shortcuts: [...Object.values(PAGE_SHORTCUTS), ...Object.values(KILL_SHORTCUTS)] },
  { title: 'Scripts', shortcuts: [...Object.values(EDITOR_SHORTCUTS), ...Object.values(CODE_SHORTCUTS)] },
  { title: 'Description', shortcuts: Object.values(DESCRIPTION_SHORTCUTS) },
  { title: 'Backtests', shortcuts: Object.values(BACKTEST_SHORTCUTS) },
  { title: 'Replay', shortcuts: Object.values(REPLAY_SHORTCUTS) },
  { title: 'Price chart', shortcuts: Object.values(CHART_SHORTCUTS) },
  { title: 'Drawings', shortcuts: Object.values(DRAWING_SHORTCUTS) },
  { title: DASHBOARDS, shortcuts: [...Object.values(DASHBOARD_SHORTCUTS), ...Object.values(ORDER_SHORTCUTS)] },
  { title: 'List of instruments', shortcuts: Object.values(INSTRUMENT_SHORTCUTS) },
  { title: 'Order book', shortcuts: Object.values(BOOK_SHORTCUTS) },
  { title: 'Trades', shortcuts: Object.values(TRADES_SHORTCUTS) },
  { title: 'Broker log', shortcuts: Object.values(BROKER_LOG_SHORTCUTS) },
  { title: 'List of algorithms and indicators', shortcuts: Object.values(LIST_SHORTCUTS) },
]
