import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { toastSuccess } from '../../../ui/toast.ts'
import { SharedVersions } from './shared-versions.tsx'
import { useUpdateAlgorithm } from './use-update-algorithm.ts'

interface ShareDialogProps {
  readonly algorithm: Algorithm
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Not shared yet: which versions to share. Otherwise, also right after that: automatic sharing, each version and the link. */
export function ShareDialog({ algorithm, isOpen, onClose }: ShareDialogProps): ReactElement {
  const isNew = !algorithm.shared && !algorithm.shareNew
  const [isJustShared, setJustShared] = useState(false)
  const close = (): void => {
    setJustShared(false)
    onClose()
  }
  return (
    <Dialog opened={isOpen} onClose={close} title="Share algorithm" size={480}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Everyone can read and clone shared versions. Your backtests of shared versions become public too: settings,
          results, positions and log.
        </Text>
        {isNew ? (
          <StartSharing algorithm={algorithm} onShared={() => setJustShared(true)} onClose={close} />
        ) : (
          <SharedVersions algorithm={algorithm} isJustShared={isJustShared} onClose={close} />
        )}
      </Stack>
    </Dialog>
  )
}

const CHOICES = {
  current: { label: 'Share current version only', changes: { shared: true, shareNew: false } },
  both: { label: 'Share current version and turn on sharing', changes: { shared: true, shareNew: true } },
  next: { label: 'Turn on sharing only', changes: { shareNew: true } },
} as const
type Choice = keyof typeof CHOICES

interface StartSharingProps extends Omit<ShareDialogProps, 'isOpen'> {
  readonly onShared: () => void
}

function StartSharing({ algorithm, onShared, onClose }: StartSharingProps): ReactElement {
  const { name, latestVersion } = algorithm
  const [choice, setChoice] = useState<Choice>('both')
  const share = useUpdateAlgorithm(
    algorithm,
    (now) => {
      toastSuccess(now.shared ? `${name} is shared` : 'Auto sharing is on')
      onShared()
    },
    `Error sharing ${name}`,
  )
  const details: Readonly<Record<Choice, string>> = {
    current: `Only ${latestVersion?.displayVersionNo ?? 'the current version'} becomes public.`,
    both: `${latestVersion?.displayVersionNo ?? 'The current version'} becomes public, and every version that you save from now on.`,
    next: 'Nothing becomes public now; every version that you save from now on does.',
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        share.mutate(CHOICES[choice].changes)
      }}
    >
      <Stack gap="md">
        <Radio.Group label="What to share" value={choice} onChange={(value) => setChoice(value as Choice)}>
          <Stack gap="sm" mt="xs">
            {(Object.keys(CHOICES) as Choice[]).map((value) => (
              <Radio
                key={value}
                value={value}
                label={CHOICES[value].label}
                description={details[value]}
                data-autofocus={value === choice || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" type="submit" loading={share.isPending}>
            Share
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
