import { Button, Group } from '@mantine/core'
import type { ReactElement } from 'react'

interface RunButtonsProps {
  /** Running saves the script first. */
  readonly isSaving: boolean
  readonly isBusy: boolean
  readonly isDisabled: boolean
  readonly onClose: () => void
}

export function RunButtons({ isSaving, isBusy, isDisabled, onClose }: RunButtonsProps): ReactElement {
  return (
    <Group justify="flex-end" gap="xs">
      <Button size="sm" variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button size="sm" type="submit" loading={isBusy} disabled={isDisabled}>
        {isSaving ? 'Save & run' : 'Run'}
      </Button>
    </Group>
  )
}
