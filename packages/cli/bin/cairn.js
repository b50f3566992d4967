#!/usr/bin/env node
import '../src/cairn.ts'
