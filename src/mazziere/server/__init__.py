"""The play server: tables for people on phones, durable and fair."""
