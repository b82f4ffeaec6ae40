import { ActionIcon, Tooltip } from '@mantine/core'
import type { Interval } from '@tradeloom/domain'
import { IconCamera } from '@tabler/icons-react'
import { type ReactElement, type RefObject, useState } from 'react'
import { intervalLabel } from '../../../charts/price-chart/chart-interval.ts'
import type { ChartClock } from '../../../charts/price-chart/chart-clock.ts'
import type { ChartSource } from '../../../charts/price-chart/chart-source.ts'
import type { PriceController } from '../../../charts/price-chart/price-controller.ts'
import { shownTime } from '../../../charts/price-chart/chart-times.ts'
import { nameOfComputed } from '../../../charts/price-chart/price-look.ts'
import { formatMinute } from '../../../ui/format.ts'
import { toastError } from '../../../ui/toast.ts'
import { chartPicture } from './chart-picture.ts'
import { SnapshotDialog } from './snapshot-dialog.tsx'

interface SnapshotButtonProps {
  readonly source: ChartSource
  readonly controller: PriceController | null
  readonly interval: Interval
  readonly clock: ChartClock
  readonly frame: RefObject<HTMLElement | null>
  /** What the provider of a dataset over the prices asks to say. */
  readonly credit: string | null
}

/** Takes a picture of the chart and shows it. */
export function SnapshotButton({
  source,
  controller,
  interval,
  clock,
  frame,
  credit,
}: SnapshotButtonProps): ReactElement {
  const [image, setImage] = useState<{ readonly blob: Blob; readonly url: string } | null>(null)
  const title = `${source.symbol} ${intervalLabel(interval)}`
  const take = async (): Promise<void> => {
    if (controller === null || frame.current === null) return
    try {
      // A dialog would open behind a chart that fills the screen.
      if (document.fullscreenElement !== null) await document.exitFullscreen()
      const minute = (time: number): string => formatMinute(shownTime(time, interval, clock))
      const span = controller.view.range.span()
      const period = span === null ? '' : `${minute(span.start)} to ${minute(span.end)} ${clock.name}`
      const { computed, lines } = controller.view
      const kind = computed === null ? [] : [nameOfComputed(computed)]
      const detail = [period, ...kind, ...(source.isSimulated ? ['Simulated'] : [])].join(', ')
      const blob = await chartPicture(await controller.view.picture(), frame.current, {
        title,
        detail,
        lines,
        credit,
      })
      setImage({ blob, url: URL.createObjectURL(blob) })
    } catch {
      toastError('Error creating snapshot. Please try again.', 'snapshot')
    }
  }
  const close = (): void => {
    if (image !== null) URL.revokeObjectURL(image.url)
    setImage(null)
  }
  return (
    <>
      <Tooltip label="Snapshot" withinPortal={false} floatingStrategy="fixed">
        <ActionIcon variant="subtle" size="sm" aria-label="Snapshot" data-tour="snapshot" onClick={() => void take()}>
          <IconCamera size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {image === null ? null : <SnapshotDialog image={image.blob} url={image.url} title={title} onClose={close} />}
    </>
  )
}
