import 'reflect-metadata' // what comes after it does not load without it

export * from '@peculiar/x509'
