import { ColorType, type ChartOptions, CrosshairMode, type DeepPartial } from 'lightweight-charts'
import type { ChartColors } from './chart-colors.ts'

/** In less height, the mark of the library would lie over bars; the page about this product names it, too. */
const MIN_MARKED_HEIGHT = 360

export function chartOptions(colors: ChartColors, height = MIN_MARKED_HEIGHT): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: colors.background },
      textColor: colors.text,
      fontFamily: "'Inter Variable', system-ui, sans-serif",
      fontSize: 11,
      attributionLogo: height >= MIN_MARKED_HEIGHT,
      panes: { separatorColor: colors.border, separatorHoverColor: colors.label },
    },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { labelBackgroundColor: colors.label },
      horzLine: { labelBackgroundColor: colors.label },
    },
    // Numbers that do not fit are left out, not cut.
    leftPriceScale: { entireTextOnly: true },
    rightPriceScale: { borderColor: colors.border, entireTextOnly: true },
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
