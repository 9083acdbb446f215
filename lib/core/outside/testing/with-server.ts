type Dns = typeof import('node:dns/promises')

/** The same module, whose questions go to a server of ours. @param names where it listens, `address:port` */
export const withServer = (real: Dns, names: { server: string }): Dns => ({
  ...real,
  Resolver: class extends real.Resolver {
    constructor(options?: ConstructorParameters<Dns['Resolver']>[0]) {
      super(options)
      this.setServers([names.server])
    }
  },
})
