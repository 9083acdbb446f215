/** Lets everybody through until it is closed; who comes then waits, and closing waits for those inside. The router says PAUSE and RESUME. */
export class Gate {
  private inside = 0
  private closed: { until: Promise<void>; end: () => void } | undefined
  private emptied = () => {}

  async enter(): Promise<void> {
    while (this.closed) await this.closed.until
    this.inside++
  }

  leave(): void {
    this.inside--
    if (this.inside === 0) this.emptied()
  }

  /** @returns once nobody is inside */
  close(): Promise<void> {
    let end = () => {}
    const until = new Promise<void>((resolve) => {
      end = resolve
    })
    this.closed ??= { until, end }
    return new Promise((resolve) => {
      this.emptied = resolve
      if (this.inside === 0) resolve()
    })
  }

  open(): void {
    this.closed?.end()
    this.closed = undefined
  }
}
