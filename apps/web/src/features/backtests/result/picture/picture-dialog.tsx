import { Button, Group, Stack } from '@mantine/core'
import type { BacktestCharts, BacktestDetail } from '@tradeloom/contracts'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorState, LoadingBlock } from '../../../../ui/states.tsx'
import { toastError, toastSuccess } from '../../../../ui/toast.ts'
import { backtestChartsQuery } from '../../../../entities/runs/backtest-queries.ts'
import { drawPicture, PICTURE } from './draw-picture.ts'
import { pictureOfResult } from './picture-of-result.ts'

interface PictureDialogProps {
  readonly result: BacktestDetail
  readonly isOpen: boolean
  readonly onClose: () => void
}

const HEIGHT = 340

/** A picture of the result to show to others: preview, download, copy. Made in the browser; nothing is uploaded. */
export function PictureDialog({ result, isOpen, onClose }: PictureDialogProps): ReactElement {
  const charts = useQuery({ ...backtestChartsQuery(result.id, result.readOnly), enabled: isOpen })
  const known = charts.data
  const picture = useQuery({
    queryKey: ['backtest-picture', result.id, result.metrics.length],
    queryFn: known === undefined || !isOpen ? skipToken : () => shownPicture(result, known),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const url = picture.data?.url ?? null
  const error = charts.error ?? picture.error
  const name = `${result.algorithmName} ${result.symbol}`.replaceAll(/[^\w.-]+/g, '-')
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Picture to share" size="xl">
      <Stack gap="sm">
        {error === null ? null : <ErrorState error={error} onRetry={() => void charts.refetch()} />}
        {url === null && error === null ? <LoadingBlock height={HEIGHT} /> : null}
        {url === null || picture.data === undefined ? null : (
          <>
            <img src={url} alt={altText(result)} {...PICTURE} style={{ width: '100%', height: 'auto' }} />
            <Group justify="flex-end" gap="xs">
              {canCopy() ? <CopyPictureButton blob={picture.data.blob} /> : null}
              <Button
                component="a"
                href={url}
                download={`${name}.png`}
                leftSection={<IconDownload size={14} aria-hidden />}
              >
                Download
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  )
}

/** The address lasts as long as the page: the picture is small, and is drawn once for a result. */
async function shownPicture(result: BacktestDetail, charts: BacktestCharts) {
  const blob = await drawPicture(pictureOfResult(result, charts))
  return { blob, url: URL.createObjectURL(blob) }
}

function altText(result: BacktestDetail): string {
  return `Headline figures and equity curve of ${result.algorithmName} on ${result.symbol}`
}

/** Only pages with HTTPS or on this machine may write to the clipboard. */
function canCopy(): boolean {
  return typeof ClipboardItem !== 'undefined' && 'clipboard' in navigator
}

function CopyPictureButton({ blob }: { readonly blob: Blob }): ReactElement {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
      toastSuccess('Picture copied')
    } catch {
      toastError('The browser does not allow copying the picture')
    }
  }
  return (
    <Button variant="default" leftSection={<IconCopy size={14} aria-hidden />} onClick={() => void copy()}>
      Copy
    </Button>
  )
}
