import { ColorType, type ChartOptions, CrosshairMode, type DeepPartial } from 'lightweight-charts'

export interface ChartColors {
  readonly background: string
  readonly text: string
  /** Of text on a label. */
  readonly strong: string
  readonly grid: string
  readonly border: string
  readonly accent: string
  readonly buy: string
  readonly sell: string
  readonly warn: string
  readonly info: string
  readonly label: string
}

/** A canvas cannot use CSS variables: reads the current values of the tokens, again for each color scheme. */
export function chartColors(element: Element): ChartColors {
  const style = getComputedStyle(element)
  const read = (name: string): string => style.getPropertyValue(name).trim()
  return {
    background: read('--surface-1'),
    text: read('--text-2'),
    strong: read('--text-1'),
    grid: read('--line'),
    border: read('--line'),
    accent: read('--accent'),
    buy: read('--buy'),
    sell: read('--sell'),
    warn: read('--warn'),
    info: read('--info'),
    label: read('--surface-3'),
  }
}

/** `#rrggbb` with an opacity from 0 to 1. */
export function withOpacity(color: string, opacity: number): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return color
  return (
    color +
    Math.round(opacity * 255)
      .toString(16)
      .padStart(2, '0')
  )
}

export function chartOptions(colors: ChartColors): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: colors.background },
      textColor: colors.text,
      fontFamily: "'Inter Variable', system-ui, sans-serif",
      fontSize: 11,
      attributionLogo: true,
      panes: { separatorColor: colors.border, separatorHoverColor: colors.label },
    },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { labelBackgroundColor: colors.label },
      horzLine: { labelBackgroundColor: colors.label },
    },
    rightPriceScale: { borderColor: colors.border },
    timeScale: {
      borderColor: colors.border,
      timeVisible: true,
      secondsVisible: false,
      rightOffset: 4,
      // A chart that gets wider shows the same span larger, not the same bars next to empty space.
      lockVisibleTimeRangeOnResize: true,
    },
    // Dragging a finger up or down scrolls the page.
    handleScroll: { vertTouchDrag: false },
  }
}

/** For charts that show all of their values: where the view ends, the first and the last label of the time move inside. */
export const WHOLE_LABELS = { fixLeftEdge: true, fixRightEdge: true } as const
