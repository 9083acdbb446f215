'use client'

export { Fault as default } from '../_components/fault'
