import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core'
import { IconCopy, IconDownload, IconLink } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toastError } from '../../../ui/toast.ts'
import { useUser } from '../../user/bootstrap-query.ts'
import { refreshSnapshots, StoredSnapshots } from './stored-snapshots.tsx'

interface SnapshotDialogProps {
  readonly image: Blob
  /** Of the image, in this browser. */
  readonly url: string
  readonly title: string
  readonly onClose: () => void
}

/** A picture of the chart: to look at, to download, and to store under a link. */
export function SnapshotDialog({ image, url, title, onClose }: SnapshotDialogProps): ReactElement {
  const [link, setLink] = useState<string | null>(null)
  const [isStoring, setStoring] = useState(false)
  const isSignedIn = Boolean(useUser())
  const store = async (): Promise<void> => {
    setStoring(true)
    try {
      const form = new FormData()
      form.append('image', image, 'chart.png')
      const { imagepath } = await call('createChartImage', { body: form })
      const kept = await call('createChartSnapshot', { body: { imagepath, title } })
      setLink(new URL(kept.url, location.href).href)
      refreshSnapshots()
    } catch (error) {
      toastError(errorText(error), 'snapshot')
    } finally {
      setStoring(false)
    }
  }
  const name = `${title.replaceAll(/[^\w.-]+/g, '-')}.png`
  return (
    <Dialog opened onClose={onClose} title="Snapshot" size="xl">
      <Stack gap="sm">
        <img src={url} alt={`Snapshot of ${title}`} style={{ width: '100%', border: '1px solid var(--line)' }} />
        {link === null ? null : (
          <Group gap="xs" wrap="nowrap">
            <TextInput
              readOnly
              value={link}
              aria-label="Link to the snapshot"
              description="Anyone with the link can see the picture."
              inputWrapperOrder={['input', 'description']}
              style={{ flex: 1 }}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={link}>
              {({ copied, copy }) => (
                <Button variant="default" leftSection={<IconCopy size={14} aria-hidden />} onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </Group>
        )}
        <Group justify="flex-end" gap="xs">
          <Button
            component="a"
            href={url}
            download={name}
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            Download
          </Button>
          {link === null ? (
            <Button loading={isStoring} leftSection={<IconLink size={14} aria-hidden />} onClick={() => void store()}>
              Store
            </Button>
          ) : null}
        </Group>
        {isSignedIn ? <StoredSnapshots /> : null}
      </Stack>
    </Dialog>
  )
}
