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

export const TOUR_IDS = ['editor', 'result', 'chart'] as const
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
      text: 'Add overlays and studies, or indicators of your own, with any parameters.',
    },
    {
      at: '[data-tour="snapshot"]',
      title: 'Snapshot',
      text: 'Takes a picture of the chart to download, or to store under a link.',
    },
  ],
}

const TOURS: readonly Tour[] = [EDITOR, RESULT, CHART]

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
