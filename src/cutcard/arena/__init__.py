"""What stands around the tables: ratings today."""
