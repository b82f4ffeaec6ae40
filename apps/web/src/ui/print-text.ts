/** Prints a text alone, from a frame that nobody sees. */
export function printText(text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentDocument
  const view = frame.contentWindow
  if (page === null || view === null) return
  const block = page.createElement('pre')
  block.textContent = text
  block.style.whiteSpace = 'pre-wrap'
  block.style.overflowWrap = 'anywhere'
  page.body.append(block)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
