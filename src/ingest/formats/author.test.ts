import { describe, expect, it } from 'vitest'
import { authorOf } from './author.ts'

describe('authorOf', () => {
  it.each([
    'Ada Byron',
    'ADA BYRON',
    'ada byron',
    'Byron, Ada T',
    'Ada Byron, Mary Somerville',
    'Ada Byron / Mary Somerville',
    'A.Einstein',
    'Voltaire',
    'Jean-Paul',
    'McDonald',
    'O’Brien, Flann',
    'Cheremisinov A.V.',
    'JOHN DOE JR',
    'LI WEI',
    'Microbial Ecology Group',
    'Office of the Auditor General',
    'Department of Justice',
    'Article 29 Working Party',
    'Publications Office of the European Union',
    'Canon Law Society',
    'Guest, Edwin',
    'Лев Толстой',
    '夏目漱石',
    '第3研究部会議',
    '김',
    'أحمد شوقي',
  ])('keeps %s', (name) => {
    expect(authorOf(name)).toBe(name)
  })

  it.each([
    'jsmith/ABC-123',
    'OPA-4.2',
    'OGC/Legal',
    'LEG-SEC',
    'DGSANTE',
    'HR DPT',
    'МБУ МЦБ',
    'admin',
    'Administrator',
    'administrateur',
    'Пользователь',
    'Учетная запись Майкрософт',
    '用户',
    'user1',
    'ju441',
    'Microsoft Office User',
    'Windows User',
    'IBM User',
    'Your User Name',
    'An Authorised User',
    'Valued Acer Customer',
    'jsmith',
    'ann.lee',
    'BSanders',
    'JohnS',
    'john_smith',
    'CORP\\jsmith',
    'C:\\Users\\jsmith\\Desktop',
    '/home/jsmith/paper.tex',
    'C:/Users/Ann Lee',
    'ann@example.org',
    'https://example.org/ann',
    'www.example.org',
    'report.docx',
    'python-docx',
    'Apache POI',
    'Acrobat PDFMaker 11 for Word',
    'pdfTeX',
    'PDF Creator',
    'Adobe InDesign CS6',
    'HP LaserJet',
    'X'.repeat(5),
    'Xxxxx Xxxx',
    'unknown',
    '(anonymous)',
    '-',
    '12345',
    'F\ufffdlix Meyer',
    '',
  ])('rejects %j', (written) => {
    expect(authorOf(written)).toBeNull()
  })

  it('keeps the names among other values', () => {
    expect(authorOf('Ada Byron <ada@example.org>')).toBe('Ada Byron')
    expect(authorOf('Ada Byron (ada@example.org), ')).toBe('Ada Byron')
    expect(authorOf('admin; Ada Byron; jsmith;Mary  Somerville')).toBe('Ada Byron; Mary Somerville')
  })
})
