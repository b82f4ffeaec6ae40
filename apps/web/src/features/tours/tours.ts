export interface TourStep {
  /** CSS selector of what the step is about; steps about something that is not on the page are left out. */
  readonly at: `[data-tour="${string}"]`
  readonly title: string
  readonly text: string
}

export interface Tour {
  readonly id: TourId
  readonly name: string
  readonly steps: readonly TourStep[]
}

export const TOUR_IDS = ['editor', 'result', 'chart', 'session', 'overview', 'dashboard'] as const
export type TourId = (typeof TOUR_IDS)[number]

const EDITOR: Tour = {
  id: 'editor',
  name: 'Tour of the editor',
  steps: [
    {
      at: '[data-tour="code"]',
      title: 'Your script',
      text: 'Write the algorithm here. Names are completed as you type, and problems are listed below before anything runs.',
    },
    {
      at: '[data-tour="commit"]',
      title: 'Versions',
      text: 'Saving (Ctrl+S) adds a version with this message. Older versions stay as they are, and so do their backtests.',
    },
    {
      at: '[data-tour="run"]',
      title: 'Run',
      text: 'Ctrl+Enter saves the script and runs it with the settings you used last.',
    },
    {
      at: '[data-tour="runs"]',
      title: 'Last runs',
      text: 'How the newest runs of this algorithm end, without leaving the script.',
    },
    {
      at: '[data-tour="pane"]',
      title: 'Documentation and versions',
      text: 'Look up any function, insert its example, or compare two versions line by line.',
    },
  ],
}

const RESULT: Tour = {
  id: 'result',
  name: 'Tour of the result',
  steps: [
    {
      at: '[data-tour="figures"]',
      title: 'The figures that matter most',
      text: 'Return, drawdown, their ratio, positions and win rate stay in sight while you scroll.',
    },
    {
      at: '[data-tour="sections"]',
      title: 'Sections',
      text: 'Positions, orders, analysis, every metric with its 95% interval, a replay bar by bar, data quality and the log. The arrow keys move between them.',
    },
    {
      at: '[data-tour="equity"]',
      title: 'Equity and drawdown',
      text: 'Drag to move, Ctrl and the wheel to zoom. Click a name in the legend to hide its line, and choose a benchmark above the chart.',
    },
    {
      at: '[data-tour="actions"]',
      title: 'What to do with it',
      text: 'Change inputs and run again in place, export reports, positions or a picture, and verify that the run can be repeated.',
    },
  ],
}

const CHART: Tour = {
  id: 'chart',
  name: 'Tour of the price chart',
  steps: [
    {
      at: '[data-tour="tools"]',
      title: 'Chart tools',
      text: 'Choose the period, the interval, bid, mid or ask prices and the type of the bars, or go to a date.',
    },
    {
      at: '[data-tour="chart"]',
      title: 'Prices and positions',
      text: 'Click a position to find it in the table. With the keyboard: arrows move bar by bar, + and - zoom, N and P go to the next and previous position.',
    },
    {
      at: '[data-tour="indicators"]',
      title: 'Indicators',
      text: 'Add overlays and studies, or your own indicators, with any parameters.',
    },
    {
      at: '[data-tour="snapshot"]',
      title: 'Snapshot',
      text: 'Takes a picture of the chart to download, or to store under a link.',
    },
  ],
}

const SESSION: Tour = {
  id: 'session',
  name: 'Tour of the trading session',
  steps: [
    {
      at: '[data-tour="session"]',
      title: 'What trades',
      text: 'The version of the algorithm, its account and its interval. Stop ends the script; open positions stay, with their stops at the broker.',
    },
    {
      at: '[data-tour="session-profit"]',
      title: 'Cumulative profit',
      text: 'One line steps with each closing, the other one also moves with what is open.',
    },
    {
      at: '[data-tour="session-prices"]',
      title: 'Prices and positions',
      text: 'Triangles are where positions open, a line leads to the dot where they close: green for a gain, red for a loss. Stops and targets are dashed.',
    },
    {
      at: '[data-tour="session-figures"]',
      title: 'How it does',
      text: 'Realized is what was closed, unrealized what is open at the newest prices, both net of their fees; total is both.',
    },
    {
      at: '[data-tour="session-analysis"]',
      title: 'Analysis',
      text: 'Profit and pips by hour, day and duration. It is computed when you open it; Refresh appears when positions have changed.',
    },
    {
      at: '[data-tour="session-logs"]',
      title: 'Daily logs',
      text: 'The latest lines that the script has written; Show opens one day in UTC at a time. The newest day updates while you read.',
    },
  ],
}

const OVERVIEW: Tour = {
  id: 'overview',
  name: 'Tour of the overview',
  steps: [
    {
      at: '[data-tour="overview-figures"]',
      title: 'Everything in sum',
      text: 'Sessions, positions, profit and pips of this algorithm: those of its trading sessions, or of the backtest chosen above.',
    },
    {
      at: '[data-tour="overview-analysis"]',
      title: 'Analysis',
      text: 'When it makes money, with which instruments, and for how long it holds.',
    },
    {
      at: '[data-tour="overview-positions"]',
      title: 'All positions',
      text: 'Open ones first, then the newest. Click a heading to sort.',
    },
    {
      at: '[data-tour="overview-sessions"]',
      title: 'All trading sessions',
      text: 'Each row leads to a session: its prices, positions and logs.',
    },
  ],
}

const DASHBOARD: Tour = {
  id: 'dashboard',
  name: 'Tour of the dashboard',
  steps: [
    {
      at: '[data-tour="layouts"]',
      title: 'Layouts',
      text: 'Open another layout, create your own, rename or delete it. Changes to your layouts are saved as you make them; changes to a built-in one when you choose Save.',
    },
    {
      at: '[data-tour="add-panel"]',
      title: 'Add a panel',
      text: 'Charts, tiles, order books, positions and more, for any instrument.',
    },
    {
      at: '[data-tour="panel"]',
      title: 'Panels',
      text: 'Drag a panel by its header, size it at its corner, or use Alt and the arrow keys. Its menu has settings, and opens it in its own window.',
    },
    {
      at: '[data-tour="accounts"]',
      title: 'Accounts',
      text: 'What each account is worth, and what it may still use. Real money has a hatched LIVE.',
    },
    {
      at: '[data-tour="trading"]',
      title: 'Trading',
      text: 'New order opens a ticket with limits, stops and a preview of what it costs. Click a price in the order book to use it there; nothing is sent before you say so.',
    },
  ],
}

const TOURS: readonly Tour[] = [DASHBOARD, EDITOR, SESSION, OVERVIEW, RESULT, CHART]

/** The steps whose subject is on the page and visible. */
export function stepsOnPage({ steps }: Tour): TourStep[] {
  return steps.filter(({ at }) => {
    const subject = document.querySelector(at)
    return subject !== null && subject.getClientRects().length > 0
  })
}

/** The tours of the open page. */
export function toursOfPage(): Tour[] {
  return TOURS.filter((tour) => stepsOnPage(tour).length > 1)
}
