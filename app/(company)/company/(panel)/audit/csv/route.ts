import { sendFile } from '../send-file'

export const GET = (request: Request): Promise<Response> => sendFile(request, 'csv')
