import { driver } from 'driver.js'
import 'driver.js/dist/driver.css'
import './tours.css'
import { stepsOnPage, type Tour } from './tours.ts'

/** Leads through the parts of the page. `onEnd` is called when the last step was seen. */
export function startTour(tour: Tour, onEnd: () => void): void {
  const steps = stepsOnPage(tour)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const guide = driver({
    animate: !isCalm,
    smoothScroll: false,
    showProgress: true,
    progressText: '{{current}} of {{total}}',
    nextBtnText: 'Next',
    prevBtnText: 'Back',
    doneBtnText: 'Done',
    overlayOpacity: 0.55,
    stagePadding: 4,
    stageRadius: 6,
    popoverClass: 'tour',
    steps: steps.map(({ at, title, text }) => ({ element: at, popover: { title, description: text } })),
    onDestroyStarted: () => {
      if (guide.isLastStep()) onEnd()
      guide.destroy()
    },
  })
  guide.drive()
}
